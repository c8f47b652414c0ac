import { useQuery } from '@tanstack/react-query'
import { peopleCalls, type PersonCard } from '@portal/contract/people/people'
import { postCalls } from '@portal/contract/people/posts'
import { rightsCalls } from '@portal/contract/people/rights'
import { defineList, makeQuery, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'
import { makeFound } from '../../ui/form/found.ts'

const makeOption = (p: PersonCard) => ({
  value: p.id,
  label: `${p.name}（${[p.username, p.dept].filter(Boolean).join('，')}）`,
})
/** For selects: people by part of their name. */
export const useCampusPeopleOptions = (keyword: string) => usePeopleOptions(keyword, true)
export function usePeopleOptions(keyword: string, campus = false) {
  const query = useQuery({
    ...makeQuery(peopleCalls.find, {
      query: { page: 0, size: 20, keyword, ...(campus && { campus: 'true' as const }) },
    }),
    enabled: keyword !== '',
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map(makeOption))
}
/** The option of a person of whom only the id is known; undefined for null, and until it is loaded. */
export function usePersonOption(id: number | null) {
  const { data } = useQuery({
    ...makeQuery(peopleCalls.find, { query: { page: 0, size: 1, ids: String(id ?? '') } }),
    enabled: id !== null,
    staleTime: 60_000,
  })
  return (data?.items ?? []).map(makeOption).find((o) => o.value === id)
}

// ── people in the back office
// ───────────────────────────────────────────────────────────────────────────────────────────

const people = [
  peopleCalls.list,
  // What selects have found is kept for a minute otherwise.
  peopleCalls.find,
  peopleCalls.campusList,
  peopleCalls.person,
  peopleCalls.directory,
  rightsCalls.roles,
  rightsCalls.allRoles,
]
export const renewPeople = () => renew(people)
export const usePeople = defineList(peopleCalls.list)
export const useCampusPeople = defineList(peopleCalls.campusList)
export const usePerson = defineRead(peopleCalls.person)
export const useDirectory = defineList(peopleCalls.directory)
export const savePeople = defineSave(peopleCalls.export, '用户.xlsx')
export const useCreatePerson = defineWrite(peopleCalls.create, people)
export const useChangePerson = defineWrite(peopleCalls.change, people)
export const useRemovePerson = defineWrite(peopleCalls.remove, people)
export const useSetEnabled = defineWrite(peopleCalls.setEnabled, people)
/** What depends on a person's account, before it is closed. */
export const useClosing = defineRead(peopleCalls.closing)
export const useSetRoles = defineWrite(peopleCalls.setRoles, people)
export const useSetEnabledMany = defineWrite(peopleCalls.setEnabledMany, people)
export const useAssignRoleMany = defineWrite(peopleCalls.assignRoleMany, people)
export const useSignOutPerson = defineWrite(peopleCalls.signOut, people)
export const useResetPassword = defineWrite(peopleCalls.resetPassword, people)

// ── rights
// ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const roles = [rightsCalls.roles, rightsCalls.allRoles, rightsCalls.role]
export const useRoles = defineList(rightsCalls.roles)
export const saveRoles = defineSave(rightsCalls.exportRoles, '角色.xlsx')
export const useRole = defineRead(rightsCalls.role)
export function useRoleOptions(): { value: number; label: string }[] {
  const { data } = useQuery({ ...makeQuery(rightsCalls.allRoles), staleTime: 60_000 })
  return (data ?? []).map((r) => ({ value: r.id, label: r.name }))
}
export const useCreateRole = defineWrite(rightsCalls.createRole, roles)
export const useChangeRole = defineWrite(rightsCalls.changeRole, roles)
export const useRemoveRole = defineWrite(rightsCalls.removeRole, roles)
export const useSetPermissions = defineWrite(rightsCalls.setPermissions, roles)
export const useSetMenus = defineWrite(rightsCalls.setMenus, [...roles, rightsCalls.myMenu])
export const useMenuTree = defineRead(rightsCalls.menuTree)

const permissions = [rightsCalls.permissions, rightsCalls.permissionTree]
export const usePermissionTree = defineRead(rightsCalls.permissionTree)
export const savePermissions = defineSave(rightsCalls.exportPermissions, '权限.xlsx')
export const useCreatePermission = defineWrite(rightsCalls.createPermission, permissions)
export const useChangePermission = defineWrite(rightsCalls.changePermission, permissions)
export const useRemovePermission = defineWrite(rightsCalls.removePermission, permissions)

// ── posts
// ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const posts = [postCalls.postPage, postCalls.postList, postCalls.userPosts]
export const usePosts = defineList(postCalls.postPage)
export const savePosts = defineSave(postCalls.exportPosts, '岗位.xlsx')
export function usePostOptions(): { value: number; label: string }[] {
  const { data } = useQuery({ ...makeQuery(postCalls.postList), staleTime: 60_000 })
  return (data ?? []).map((p) => ({ value: p.id, label: p.name }))
}
/** All posts, for the people who hold them: a closed post may still be held. */
export function useEveryPost(): { value: number; label: string; enabled: boolean }[] {
  const { data } = useQuery({
    ...makeQuery(postCalls.postPage, { query: { page: 0, size: 1000 } }),
    staleTime: 60_000,
  })
  return (data?.items ?? []).map(({ id, name, enabled }) => ({
    value: id,
    label: enabled ? name : `${name}（已停用）`,
    enabled,
  }))
}
export const useSavePost = defineWrite(postCalls.savePost, posts)
export const useRemovePost = defineWrite(postCalls.removePost, posts)
export const useUserPosts = defineList(postCalls.userPosts)
export const saveUserPosts = defineSave(postCalls.exportUserPosts, '岗位人员.xlsx')
export const useSaveUserPost = defineWrite(postCalls.saveUserPost, posts)
export const useRemoveUserPost = defineWrite(postCalls.removeUserPost, posts)
