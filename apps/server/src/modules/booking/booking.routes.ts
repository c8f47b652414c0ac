import { backfillCalls } from '@portal/contract/booking/backfill'
import { bookingCalls } from '@portal/contract/booking/calls'
import type { Routes } from '../../kernel/serve.ts'
import { attach } from './place/attachment.handler.ts'
import { change } from './place/change.handler.ts'
import { create } from './place/create.handler.ts'
import { approve, decide, namePayer, refuse, revoke } from './decide/decide.handler.ts'
import * as backfill from './list/backfill.handler.ts'
import { exportList } from './list/export.handler.ts'
import { extend } from './place/extend.handler.ts'
import { listFree } from './calendar/free.handler.ts'
import * as feed from './calendar/feed.handler.ts'
import { list } from './list/list.handler.ts'
import { listPayers } from './place/payer.handler.ts'
import { listPurposes } from './place/purpose.handler.ts'
import { get, judge } from './list/read.handler.ts'
import { moveChosen } from './use/sample.handler.ts'
import { cancel, reportFault, finish, handOver, reschedule, start } from './use/use.handler.ts'
import { listUnsurveyed, survey } from './use/survey.handler.ts'
import { showCompared, showLabDay, showWeek } from './calendar/week.handler.ts'

export const bookingRoutes: Routes = (on) => {
  on(bookingCalls.list, list)
  on(bookingCalls.export, exportList)
  on(backfillCalls.backfill, backfill.list)
  on(backfillCalls.exportBackfill, backfill.exportList)
  on(backfillCalls.fillIn, backfill.fillIn)
  on(bookingCalls.week, showWeek)
  on(bookingCalls.labDay, showLabDay)
  on(bookingCalls.compare, showCompared)
  on(bookingCalls.feed, feed.show)
  on(bookingCalls.makeFeed, feed.make)
  on(bookingCalls.endFeed, feed.end)
  on(bookingCalls.calendar, feed.read)
  on(bookingCalls.payers, listPayers)
  on(bookingCalls.purposes, listPurposes)
  on(bookingCalls.judge, judge)
  on(bookingCalls.create, create)
  on(bookingCalls.get, get)
  on(bookingCalls.change, change)
  on(bookingCalls.extend, extend)
  on(bookingCalls.cancel, cancel)
  on(bookingCalls.start, start)
  on(bookingCalls.finish, finish)
  on(bookingCalls.handOver, handOver)
  on(bookingCalls.fault, reportFault)
  on(bookingCalls.reschedule, reschedule)
  on(bookingCalls.approve, approve)
  on(bookingCalls.namePayer, namePayer)
  on(bookingCalls.refuse, refuse)
  on(bookingCalls.decide, decide)
  on(bookingCalls.revoke, revoke)
  on(bookingCalls.samples, moveChosen)
  on(bookingCalls.free, listFree)
  on(bookingCalls.attach, attach)
  on(bookingCalls.unsurveyed, listUnsurveyed)
  on(bookingCalls.survey, survey)
}
