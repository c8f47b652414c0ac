import type { Job } from '../../kernel/jobs.ts'
import * as store from './notice.store.ts'

const SOME = 200

/** A notice's time has come: the write to its row tells every server to make the home page anew. */
const publishDue: Job = {
  name: 'notice-publish',
  title: '定时发布公告',
  cron: '* * * * *',
  async run(ctx) {
    return (await store.takeDue(ctx, SOME)).length
  },
}

export const noticeJobs: readonly Job[] = [publishDue]
