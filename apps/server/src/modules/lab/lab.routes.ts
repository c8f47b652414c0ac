import { labCalls } from '@portal/contract/lab/lab'
import type { Routes } from '../../kernel/serve.ts'
import * as image from './image.handler.ts'
import * as lab from './lab.handler.ts'
import * as lists from './list.handler.ts'
import * as people from './people.handler.ts'

export const labRoutes: Routes = (on) => {
  on(labCalls.select, lab.select)
  on(labCalls.roles, lab.roles)
  on(labCalls.list, lists.list)
  on(labCalls.search, lists.search)
  on(labCalls.byGrade, lists.byGrade)
  on(labCalls.export, lists.exportList)
  on(labCalls.images, image.images)
  on(labCalls.addImage, image.addImage)
  on(labCalls.removeImage, image.removeImage)
  on(labCalls.my, lab.my)
  on(labCalls.detail, lab.detail)
  on(labCalls.devices, lab.devices)
  on(labCalls.managed, lists.managed)
  on(labCalls.get, lab.get)
  on(labCalls.create, lab.create)
  on(labCalls.change, lab.change, { keeps: 'lab' })
  on(labCalls.enable, lab.enable)
  on(labCalls.chooseRooms, lab.chooseRooms)
  on(labCalls.remove, lab.remove)
  on(labCalls.members, people.members)
  on(labCalls.addMember, people.addMember)
  on(labCalls.memberPhone, people.memberPhone)
  on(labCalls.removeMember, people.removeMember)
  on(labCalls.reviewers, people.reviewers)
  on(labCalls.addReviewer, people.addReviewer)
  on(labCalls.removeReviewer, people.removeReviewer)
}
