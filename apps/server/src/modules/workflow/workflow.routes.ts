import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as design from './design.handler.ts'
import * as instance from './instance.handler.ts'
import * as move from './move.handler.ts'
import * as start from './start.handler.ts'
import * as task from './task.handler.ts'

export const workflowRoutes: Routes = (on) => {
  on(calls.list, design.list)
  on(calls.get, design.get)
  on(calls.create, design.create)
  on(calls.save, design.save, { keeps: design.loadUnchanged })
  on(calls.judge, design.judge)
  on(calls.publish, design.publish)
  on(calls.suspend, design.suspend)
  on(calls.activate, design.activate)
  on(calls.remove, design.remove)
  on(calls.versions, design.versions)
  on(calls.version, design.version)
  on(calls.download, design.download)
  on(calls.startable, start.startable)
  on(calls.fill, start.fill)
  on(calls.preview, start.preview)
  on(calls.upload, start.upload)
  on(calls.saveDraft, start.saveDraft)
  on(calls.dropDraft, start.dropDraft)
  on(calls.start, start.start)
  on(calls.instances, instance.instances)
  on(calls.exportInstances, instance.exportInstances)
  on(calls.instance, instance.instance)
  on(calls.withdraw, move.withdraw)
  on(calls.urge, move.urge)
  on(calls.comment, move.comment)
  on(calls.resubmit, move.resubmit)
  on(calls.move, move.move)
  on(calls.decide, task.decide)
  on(calls.decideAll, task.decideAll)
  on(calls.handOver, task.handOver)
  on(calls.claim, task.claim)
}
