import { benefitCalls as calls } from '@portal/contract/benefit/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as evaluation from './evaluation.handler.ts'
import * as rank from './rank.handler.ts'
import * as scheme from './scheme.handler.ts'

export const benefitRoutes: Routes = (on) => {
  on(calls.schemes, scheme.list)
  on(calls.addScheme, scheme.add)
  on(calls.changeScheme, scheme.change)
  on(calls.setDue, scheme.setDue)
  on(calls.removeScheme, scheme.remove)
  on(calls.start, scheme.start)
  on(calls.list, evaluation.list)
  on(calls.export, evaluation.exportList)
  on(calls.get, evaluation.get)
  on(calls.change, evaluation.change, { keeps: evaluation.loadUnchanged })
  on(calls.submit, evaluation.submit)
  on(calls.judge, evaluation.judge)
  on(calls.decide, evaluation.decide)
  on(calls.cancel, evaluation.cancel)
  on(calls.attach, evaluation.attach)
  on(calls.ranking, rank.ranking)
  on(calls.exportRanking, rank.exportRanking)
  on(calls.groups, rank.groups)
  on(calls.exportGroups, rank.exportGroups)
  on(calls.trial, rank.trial)
}
