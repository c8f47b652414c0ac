import { useQuery } from '@tanstack/react-query'
import { peopleCalls } from '@portal/contract/people/people'
import { postCalls } from '@portal/contract/people/posts'
import { rightsCalls } from '@portal/contract/people/rights'
import { listOf, queryOf, readOf, renew, saveOf, writeOf } from '../../lib/query.ts'

/** For pickers: people by part of their name. */
export function usePeopleOptions(keyword: string) {
  const { data, isFetching } = useQuery({
    ...queryOf(peopleCalls.find, { query: { page: 0, size: 20, keyword } }),
    enabled: keyword !== '',
    staleTime: 60_000,
  })
  return {
    options: (data?.items ?? []).map((p) => ({
      value: p.id,
      label: `${p.name}（${[p.username, p.dept].filter(Boolean).join('，')}）`,
    })),
    busy: isFetching,
  }
}

// ── people in the back office
// ───────────────────────────────────────────────────────────────────────────────────────────

const people = [
  peopleCalls.list,
  peopleCalls.campusList,
  peopleCalls.person,
  peopleCalls.directory,
  rightsCalls.roles,
  rightsCalls.allRoles,
]
export const renewPeople = () => renew(people)
export const usePeople = listOf(peopleCalls.list)
export const useCampusPeople = listOf(peopleCalls.campusList)
export const usePerson = readOf(peopleCalls.person)
export const useDirectory = listOf(peopleCalls.directory)
export const savePeople = saveOf(peopleCalls.export, '用户.xlsx')
export const useCreatePerson = writeOf(peopleCalls.create, people)
export const useChangePerson = writeOf(peopleCalls.change, people)
export const useRemovePerson = writeOf(peopleCalls.remove, people)
export const useSetEnabled = writeOf(peopleCalls.setEnabled, people)
/** What somebody would leave behind. */
export const useClosing = readOf(peopleCalls.closing)
export const useSetRoles = writeOf(peopleCalls.setRoles, people)
export const useSetEnabledMany = writeOf(peopleCalls.setEnabledMany, people)
export const useAssignRoleMany = writeOf(peopleCalls.assignRoleMany, people)
export const useSignOutPerson = writeOf(peopleCalls.signOut, people)
export const useResetPassword = writeOf(peopleCalls.resetPassword, people)

// ── rights
// ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const roles = [rightsCalls.roles, rightsCalls.allRoles, rightsCalls.role]
export const useRoles = listOf(rightsCalls.roles)
export const saveRoles = saveOf(rightsCalls.exportRoles, '角色.xlsx')
export const useRole = readOf(rightsCalls.role)
export function useRoleOptions(): { value: number; label: string }[] {
  const { data } = useQuery({ ...queryOf(rightsCalls.allRoles), staleTime: 60_000 })
  return (data ?? []).map((r) => ({ value: r.id, label: r.name }))
}
export const useCreateRole = writeOf(rightsCalls.createRole, roles)
export const useChangeRole = writeOf(rightsCalls.changeRole, roles)
export const useRemoveRole = writeOf(rightsCalls.removeRole, roles)
export const useSetPermissions = writeOf(rightsCalls.setPermissions, roles)
export const useSetMenus = writeOf(rightsCalls.setMenus, [...roles, rightsCalls.myMenu])
export const useMenuTree = readOf(rightsCalls.menuTree)

const permissions = [rightsCalls.permissions, rightsCalls.permissionTree]
export const usePermissionTree = readOf(rightsCalls.permissionTree)
export const savePermissions = saveOf(rightsCalls.exportPermissions, '权限.xlsx')
export const useCreatePermission = writeOf(rightsCalls.createPermission, permissions)
export const useChangePermission = writeOf(rightsCalls.changePermission, permissions)
export const useRemovePermission = writeOf(rightsCalls.removePermission, permissions)

// ── posts
// ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const posts = [postCalls.postPage, postCalls.postList, postCalls.userPosts]
export const usePosts = listOf(postCalls.postPage)
export const savePosts = saveOf(postCalls.exportPosts, '岗位.xlsx')
export function usePostOptions(): { value: number; label: string }[] {
  const { data } = useQuery({ ...queryOf(postCalls.postList), staleTime: 60_000 })
  return (data ?? []).map((p) => ({ value: p.id, label: p.name }))
}
export const useSavePost = writeOf(postCalls.savePost, posts)
export const useRemovePost = writeOf(postCalls.removePost, posts)
export const useUserPosts = listOf(postCalls.userPosts)
export const saveUserPosts = saveOf(postCalls.exportUserPosts, '岗位人员.xlsx')
export const useSaveUserPost = writeOf(postCalls.saveUserPost, posts)
export const useRemoveUserPost = writeOf(postCalls.removeUserPost, posts)
