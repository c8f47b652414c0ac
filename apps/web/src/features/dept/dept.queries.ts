import { useQuery } from '@tanstack/react-query'
import { deptCalls } from '@portal/contract/dept/dept'
import { makeQuery, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'
import { listOpen, listTree } from '../../ui/list/options.ts'

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

const useNodes = () => useQuery(makeQuery(deptCalls.tree, {})).data?.content ?? []
/** For filters: all depts; closed ones are marked. */
export const useDeptOptions = () => listTree(useNodes())
/**
 * For forms: the open depts, and `present`, which the row has already. `without`: neither this one nor those
 * below it.
 */
export const useOpenDeptOptions = (present: number | null = null, without?: number) =>
  // A closed `without` is taken out by `listTree`, with those below it, which would move up otherwise.
  listTree(listOpen(useNodes(), [present ?? 0, without ?? 0]), without)
