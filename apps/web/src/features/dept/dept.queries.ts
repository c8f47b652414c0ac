import { useQuery } from '@tanstack/react-query'
import { deptCalls, type DeptNode } from '@portal/contract/dept/dept'
import { makeQuery, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'

const trees = [deptCalls.tree, deptCalls.list, deptCalls.get, deptCalls.overviews]
export const useDeptTree = defineRead(deptCalls.tree)
export const useDept = defineRead(deptCalls.get)
export const useCreateDept = defineWrite(deptCalls.create, trees)
export const useChangeDept = defineWrite(deptCalls.change, trees)
export const usePlaceDept = defineWrite(deptCalls.place, trees)
export const useMergeDept = defineWrite(deptCalls.merge, trees)
export const useRemoveDept = defineWrite(deptCalls.remove, trees)
export const saveDepts = defineSave(deptCalls.export, '单位.xlsx')
export const renewDepts = () => renew(trees)

export const useOverviews = defineRead(deptCalls.overviews)
export const useDuty = defineRead(deptCalls.duty)
export const useWriteDuty = defineWrite(deptCalls.writeDuty, [deptCalls.duty, deptCalls.overviews])
export const useContacts = defineRead(deptCalls.contacts)
export const useSaveContact = defineWrite(deptCalls.saveContact, [deptCalls.contacts, deptCalls.overviews])
export const useRemoveContact = defineWrite(deptCalls.removeContact, [
  deptCalls.contacts,
  deptCalls.overviews,
])

/** Full-width spaces show the level, because a native select has no tree. */
const flat = (
  nodes: readonly DeptNode[],
  without: number | undefined,
  depth = 0,
): { value: number; label: string }[] =>
  nodes
    .filter((n) => n.id !== without)
    .flatMap((n) => [
      { value: n.id, label: '　'.repeat(depth) + n.label },
      ...flat(n.children, without, depth + 1),
    ])
/** Possible parents of a dept: all but itself and its descendants. */
export function useParentOptions(without?: number) {
  const { data } = useQuery(makeQuery(deptCalls.tree, {}))
  return flat(data?.content ?? [], without)
}
