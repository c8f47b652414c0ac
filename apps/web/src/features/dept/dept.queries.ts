import { useQuery } from '@tanstack/react-query'
import { deptCalls, type DeptNode } from '@portal/contract/dept/dept'
import { queryOf, readOf, renew, saveOf, writeOf } from '../../lib/query.ts'

const trees = [deptCalls.tree, deptCalls.list, deptCalls.get, deptCalls.overviews]
export const useDeptTree = readOf(deptCalls.tree)
export const useDept = readOf(deptCalls.get)
export const useCreateDept = writeOf(deptCalls.create, trees)
export const useChangeDept = writeOf(deptCalls.change, trees)
export const usePlaceDept = writeOf(deptCalls.place, trees)
export const useMergeDept = writeOf(deptCalls.merge, trees)
export const useRemoveDept = writeOf(deptCalls.remove, trees)
export const saveDepts = saveOf(deptCalls.export, '单位.xlsx')
export const renewDepts = () => renew(trees)

export const useOverviews = readOf(deptCalls.overviews)
export const useDuty = readOf(deptCalls.duty)
export const useWriteDuty = writeOf(deptCalls.writeDuty, [deptCalls.duty, deptCalls.overviews])
export const useContacts = readOf(deptCalls.contacts)
export const useSaveContact = writeOf(deptCalls.saveContact, [deptCalls.contacts, deptCalls.overviews])
export const useRemoveContact = writeOf(deptCalls.removeContact, [deptCalls.contacts, deptCalls.overviews])

/** Full-width blanks show the level where a select has no tree. */
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
/** Depts to hang something under: not the one that moves, nor what is under it. */
export function useParentOptions(without?: number) {
  const { data } = useQuery(queryOf(deptCalls.tree, {}))
  return flat(data?.content ?? [], without)
}
