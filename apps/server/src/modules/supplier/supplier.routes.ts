import { supplierCalls } from '@portal/contract/supplier/supplier'
import type { Routes } from '../../kernel/serve.ts'
import * as invitation from './invitation.handler.ts'
import * as supplier from './supplier.handler.ts'

export const supplierRoutes: Routes = (on) => {
  on(supplierCalls.list, supplier.list)
  on(supplierCalls.export, supplier.exportList)
  on(supplierCalls.options, supplier.listOptions)
  on(supplierCalls.invite, invitation.invite)
  on(supplierCalls.inviteAgain, invitation.inviteAgain)
  on(supplierCalls.invitation, invitation.showInvitation)
  on(supplierCalls.activate, invitation.activate)
  on(supplierCalls.mine, supplier.showMine)
  on(supplierCalls.get, supplier.get)
  on(supplierCalls.uploadPaper, supplier.uploadPaper)
  on(supplierCalls.save, supplier.save, { keeps: supplier.loadUnchanged })
  on(supplierCalls.submit, supplier.submit)
  on(supplierCalls.account, supplier.changeAccount, { keeps: supplier.loadUnchanged })
  on(supplierCalls.audit, supplier.audit)
  on(supplierCalls.suspend, supplier.suspend)
  on(supplierCalls.resume, supplier.resume)
  on(supplierCalls.addMember, invitation.addMember)
  on(supplierCalls.removeMember, invitation.removeMember)
}
