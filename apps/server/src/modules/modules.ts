import type { Job } from '../kernel/jobs.ts'
import { kernelJobs } from '../kernel/kernel.jobs.ts'
import type { Routes } from '../kernel/serve.ts'
import { accountJobs } from './account/account.jobs.ts'
import { accountRoutes } from './account/account.routes.ts'
import { approvalListeners } from './approval/approval.events.ts'
import { approvalJobs } from './approval/approval.jobs.ts'
import { approvalRoutes } from './approval/approval.routes.ts'
import { bookingListeners } from './booking/booking.events.ts'
import { bookingJobs } from './booking/booking.jobs.ts'
import { bookingRoutes } from './booking/booking.routes.ts'
import { buildingRoutes } from './building/building.routes.ts'
import { deptRoutes } from './dept/dept.routes.ts'
import { deviceListeners } from './device/device.events.ts'
import { deviceJobs } from './device/device.jobs.ts'
import { deviceRoutes } from './device/device.routes.ts'
import { dictionaryRoutes } from './dictionary/dictionary.routes.ts'
import { downloadRoutes } from './download/download.routes.ts'
import { fileJobs } from './file/file.jobs.ts'
import { fileRoutes } from './file/file.routes.ts'
import { fundCardRoutes } from './fund-card/fund-card.routes.ts'
import { guidanceRoutes } from './guidance/guidance.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { labRoutes } from './lab/lab.routes.ts'
import { mailJobs } from './mail/mail.jobs.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import { messageJobs } from './message/message.jobs.ts'
import { messageRoutes } from './message/message.routes.ts'
import { noticeRoutes } from './notice/notice.routes.ts'
import { openingListeners } from './opening/opening.events.ts'
import { openingRoutes } from './opening/opening.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { pricePlanRoutes } from './price-plan/price-plan.routes.ts'
import { sessionListeners } from './session/session.events.ts'
import { sessionJobs } from './session/session.jobs.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { settlementListeners } from './settlement/settlement.events.ts'
import { settlementRoutes } from './settlement/settlement.routes.ts'
import { testOrderListeners } from './test-order/test-order.events.ts'
import { testOrderRoutes } from './test-order/test-order.routes.ts'

export interface Module {
  routes?: Routes
  /** Registers what the module listens to. */
  listeners?: () => void
  jobs?: readonly Job[]
}

/** Everything the server does. */
export const modules: readonly Module[] = [{ jobs: kernelJobs }, { routes: fileRoutes, jobs: fileJobs }, { routes: peopleRoutes }, { routes: sessionRoutes, listeners: sessionListeners, jobs: sessionJobs }, { routes: accountRoutes, jobs: accountJobs }, { routes: approvalRoutes, listeners: approvalListeners, jobs: approvalJobs }, { routes: messageRoutes, jobs: messageJobs }, { routes: mailRoutes, jobs: mailJobs }, { routes: noticeRoutes }, { routes: downloadRoutes }, { routes: guidanceRoutes }, { routes: homeRoutes }, { routes: dictionaryRoutes }, { routes: deptRoutes }, { routes: buildingRoutes }, { routes: labRoutes }, { routes: deviceRoutes, listeners: deviceListeners, jobs: deviceJobs }, { routes: openingRoutes, listeners: openingListeners }, { routes: pricePlanRoutes }, { routes: fundCardRoutes }, { routes: bookingRoutes, listeners: bookingListeners, jobs: bookingJobs }, { routes: testOrderRoutes, listeners: testOrderListeners }, { routes: settlementRoutes, listeners: settlementListeners }]
