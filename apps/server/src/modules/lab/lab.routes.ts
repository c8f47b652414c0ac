import { labCalls } from '@portal/contract/lab/lab'
import type { Routes } from '../../kernel/serve.ts'
import * as image from './image.handler.ts'
import * as lab from './lab.handler.ts'
import * as lists from './list.handler.ts'
import * as people from './people.handler.ts'

export const labRoutes: Routes = (on) => {
  on(labCalls.select, lab.select)
  on(labCalls.roles, lab.showRoles)
  on(labCalls.list, lists.list)
  on(labCalls.search, lists.search)
  on(labCalls.byGrade, lists.listByGrade)
  on(labCalls.export, lists.exportList)
  on(labCalls.images, image.listImages)
  on(labCalls.addImage, image.addImage)
  on(labCalls.removeImage, image.removeImage)
  on(labCalls.my, lab.listOwn)
  on(labCalls.detail, lab.readDetail)
  on(labCalls.devices, lab.listDevices)
  on(labCalls.managed, lists.listManaged)
  on(labCalls.get, lab.get)
  on(labCalls.create, lab.create)
  on(labCalls.change, lab.change, { keeps: 'lab' })
  on(labCalls.enable, lab.enable)
  on(labCalls.chooseRooms, lab.chooseRooms)
  on(labCalls.remove, lab.remove)
  on(labCalls.members, people.listMembers)
  on(labCalls.addMember, people.addMember)
  on(labCalls.memberPhone, people.changeMemberPhone)
  on(labCalls.removeMember, people.removeMember)
  on(labCalls.reviewers, people.listReviewers)
  on(labCalls.addReviewer, people.addReviewer)
  on(labCalls.removeReviewer, people.removeReviewer)
}
