import { formCalls } from '@portal/contract/form/calls'
import { send } from '../../../lib/send.ts'
import { defineList, defineRead, defineTake, defineWrite } from '../../../lib/query.ts'

const drawn = [formCalls.list, formCalls.open]
export const useForms = defineList(formCalls.list)
export const useForm = defineRead(formCalls.get)
export const useRevisions = defineRead(formCalls.revisions)
export const useRevision = defineRead(formCalls.revision)
export const useSources = defineRead(formCalls.sources)

export const createForm = defineTake(formCalls.create, drawn)
export const saveForm = defineTake(formCalls.save, [...drawn, formCalls.get, formCalls.revisions])
export const publishForm = defineTake(formCalls.publish, [...drawn, formCalls.get, formCalls.revisions])
export const retireForm = defineTake(formCalls.retire, [...drawn, formCalls.get])
export const reopenForm = defineTake(formCalls.reopen, [...drawn, formCalls.get])
export const removeForm = defineTake(formCalls.remove, drawn)

export const useAddSource = defineWrite(formCalls.addSource, [formCalls.sources])
export const useChangeSource = defineWrite(formCalls.changeSource, [formCalls.sources])
export const removeSource = defineTake(formCalls.removeSource, [formCalls.sources])

/** Fetches one saved revision of a form, once. */
export const readRevision = (id: number, revision: number) =>
  send(formCalls.revision, { params: { id, revision }, quiet: true })
export const readForm = (id: number) => send(formCalls.get, { params: { id }, quiet: true })
