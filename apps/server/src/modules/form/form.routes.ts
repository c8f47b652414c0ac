import { formCalls as calls } from '@portal/contract/form/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as answer from './answer.handler.ts'
import * as binding from './binding.handler.ts'
import * as form from './form.handler.ts'
import * as publish from './publish.handler.ts'
import * as source from './source.handler.ts'
import * as submit from './submit.handler.ts'

export const formRoutes: Routes = (on) => {
  on(calls.list, form.list)
  on(calls.get, form.get)
  on(calls.create, form.create)
  on(calls.save, form.save, { keeps: form.loadUnchanged })
  on(calls.publish, publish.publish)
  on(calls.retire, publish.retire)
  on(calls.reopen, publish.reopen)
  on(calls.remove, form.remove)
  on(calls.revisions, form.revisions)
  on(calls.revision, form.revision)
  on(calls.open, answer.open)
  on(calls.fill, answer.fill)
  on(calls.submit, submit.submit)
  on(calls.upload, submit.upload)
  on(calls.answers, answer.answers)
  on(calls.exportAnswers, answer.exportAnswers)
  on(calls.mine, answer.mine)
  on(calls.answer, answer.answer)
  on(calls.bindings, binding.bindings)
  on(calls.bind, binding.bind)
  on(calls.unbind, binding.unbind)
  on(calls.asked, binding.asked)
  on(calls.sources, source.sources)
  on(calls.addSource, source.addSource)
  on(calls.changeSource, source.changeSource, { keeps: 'form_source' })
  on(calls.removeSource, source.removeSource)
  on(calls.fetch, source.ask)
}
