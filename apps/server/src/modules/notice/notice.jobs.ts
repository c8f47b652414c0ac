import type { Job } from '../../kernel/jobs.ts'
import * as store from './notice.store.ts'

const SOME = 200

/** Marks notices whose time has come: the write makes every process rebuild the home page. */
const publishDue: Job = {
  name: 'notice-publish',
  title: '定时发布公告',
  cron: '* * * * *',
  async run(ctx) {
    return (await store.takeDue(ctx, SOME)).length
  },
}

export const noticeJobs: readonly Job[] = [publishDue]
