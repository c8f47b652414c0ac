import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formCalls } from '@portal/contract/form/calls'
import { roleCodes, roleWords } from '@portal/contract/people/people'
import { postCalls } from '@portal/contract/people/posts'
import { rightsCalls } from '@portal/contract/people/rights'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { useHolds } from '../../../lib/session.ts'
import { send } from '../../../lib/send.ts'
import { defineList, defineRead, defineTake, makeQuery } from '../../../lib/query.ts'
import { makeFound } from '../../../ui/form/found.ts'

const drawn = [workflowCalls.list, workflowCalls.startable]
const changed = [...drawn, workflowCalls.get, workflowCalls.versions]
export const useWorkflows = defineList(workflowCalls.list)
export const useWorkflow = defineRead(workflowCalls.get)
export const useVersions = defineRead(workflowCalls.versions)
export const useVersion = defineRead(workflowCalls.version)
export const createWorkflow = defineTake(workflowCalls.create, drawn)
export const saveWorkflow = defineTake(workflowCalls.save, changed)
export const publishWorkflow = defineTake(workflowCalls.publish, changed)
export const suspendWorkflow = defineTake(workflowCalls.suspend, changed)
export const activateWorkflow = defineTake(workflowCalls.activate, changed)
export const removeWorkflow = defineTake(workflowCalls.remove, drawn)

export const readWorkflow = (id: number) => send(workflowCalls.get, { params: { id } })
export const readVersion = (id: number, version: number) =>
  send(workflowCalls.version, { params: { id, version } })
export const judgeWorkflow = (xml: string) => send(workflowCalls.judge, { body: { xml } })

// ── what a process speaks of ────────────────────────────────────────────────

/** Finds published forms by part of their name. */
export function useFormOptions(keyword: string) {
  const query = useQuery({
    ...makeQuery(formCalls.open, { query: { page: 0, size: 20, all: 'true', keyword } }),
    placeholderData: keepPreviousData,
  })
  return makeFound(query, ({ items }) => items.map((f) => ({ value: f.id, label: f.name })))
}
/** A published form, whose fields conditions use. */
export const useBoundForm = defineRead(formCalls.fill)

interface Named {
  value: string
  label: string
}
/** Roles by code: all of them if the user may read them, else the built-in ones. */
export function useRoleNames(): Named[] {
  const enabled = useHolds(['ROLES_ALL', 'ROLES_SELECT', 'USER_ALL'])
  const { data } = useQuery({ ...makeQuery(rightsCalls.allRoles), staleTime: 60_000, enabled })
  return data
    ? data.map(({ code, name }) => ({ value: code, label: name }))
    : roleCodes.map((code) => ({ value: code, label: roleWords[code] }))
}
export function usePostNames(): Named[] {
  const { data } = useQuery({ ...makeQuery(postCalls.postList), staleTime: 60_000 })
  return (data ?? []).map(({ code, name }) => ({ value: code, label: name }))
}
