import { bookingCalls } from '@portal/contract/booking/booking'
import type { Routes } from '../../kernel/serve.ts'
import { attach } from './attachment.service.ts'
import { change } from './change.service.ts'
import { create } from './create.service.ts'
import { approve, decide, namePayer, refuse, revoke } from './decide.service.ts'
import { exportList } from './export.service.ts'
import { extend } from './extend.service.ts'
import { free } from './free.service.ts'
import { list } from './list.service.ts'
import { payers } from './payer.service.ts'
import { get, judge } from './read.service.ts'
import { move } from './sample.service.ts'
import { cancel, fault, finish, handOver, reschedule, start } from './use.service.ts'
import { labDay, week } from './week.service.ts'

export const bookingRoutes: Routes = (on) => {
  on(bookingCalls.list, list)
  on(bookingCalls.export, exportList)
  on(bookingCalls.week, week)
  on(bookingCalls.labDay, labDay)
  on(bookingCalls.payers, payers)
  on(bookingCalls.judge, judge)
  on(bookingCalls.create, create)
  on(bookingCalls.get, get)
  on(bookingCalls.change, change)
  on(bookingCalls.extend, extend)
  on(bookingCalls.cancel, cancel)
  on(bookingCalls.start, start)
  on(bookingCalls.finish, finish)
  on(bookingCalls.handOver, handOver)
  on(bookingCalls.fault, fault)
  on(bookingCalls.reschedule, reschedule)
  on(bookingCalls.approve, approve)
  on(bookingCalls.namePayer, namePayer)
  on(bookingCalls.refuse, refuse)
  on(bookingCalls.decide, decide)
  on(bookingCalls.revoke, revoke)
  on(bookingCalls.samples, move)
  on(bookingCalls.free, free)
  on(bookingCalls.attach, attach)
}
