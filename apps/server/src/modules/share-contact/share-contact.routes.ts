import { shareContactCalls } from '@portal/contract/share-contact/share-contact'
import type { Routes } from '../../kernel/serve.ts'
import * as contact from './share-contact.handler.ts'

export const shareContactRoutes: Routes = (on) => {
  on(shareContactCalls.list, contact.list)
  on(shareContactCalls.export, contact.exportList)
  on(shareContactCalls.create, contact.create)
  on(shareContactCalls.change, contact.change, { keeps: 'share_contact' })
  on(shareContactCalls.remove, contact.remove)
}
