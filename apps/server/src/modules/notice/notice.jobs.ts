import type { Job } from '../../kernel/jobs.ts'
import * as store from './notice.store.ts'

const SOME = 200

/** What was kept of the home page is made anew when a notice's time has come: the write to its row says so to every server. */
const publishDue: Job = {
  name: 'notice-publish',
  title: '定时发布公告',
  cron: '* * * * *',
  async run(ctx) {
    return (await store.takeDue(ctx, SOME)).length
  },
}

export const noticeJobs: readonly Job[] = [publishDue]
