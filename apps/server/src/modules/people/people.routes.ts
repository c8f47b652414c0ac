import { peopleCalls } from '@portal/contract/people/people'
import { postCalls } from '@portal/contract/people/posts'
import { rightsCalls } from '@portal/contract/people/rights'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as batch from './administration/batch.handler.ts'
import * as administration from './administration/administration.handler.ts'
import * as closing from './administration/closing.handler.ts'
import * as lookup from './lookup/lookup.handler.ts'
import * as post from './posts/post.handler.ts'
import * as rights from './rights/rights.handler.ts'

export const peopleRoutes: Routes = (on) => {
  on(peopleCalls.find, lookup.find)
  on(peopleCalls.findTeachers, lookup.findTeachers)
  on(peopleCalls.list, lookup.list)
  on(peopleCalls.export, lookup.exportList)
  on(peopleCalls.directory, lookup.showDirectory)
  on(peopleCalls.person, lookup.showPerson)
  on(peopleCalls.campusList, lookup.listCampus)
  on(peopleCalls.create, administration.create)
  on(peopleCalls.change, administration.change, { keeps: administration.loadUnchanged })
  on(peopleCalls.closing, closing.previewClosing)
  on(peopleCalls.setEnabled, closing.setEnabled)
  on(peopleCalls.setRoles, administration.setRoles)
  on(peopleCalls.setEnabledMany, batch.setEnabled)
  on(peopleCalls.assignRoleMany, batch.assignRole)
  on(peopleCalls.signOut, administration.signOut)
  on(peopleCalls.remove, administration.remove)
  on(peopleCalls.resetPassword, administration.resetPassword)

  on(rightsCalls.roles, rights.listRoles)
  on(rightsCalls.exportRoles, rights.exportRoles)
  on(rightsCalls.allRoles, rights.listAllRoles)
  on(rightsCalls.role, rights.showRole)
  on(rightsCalls.createRole, rights.createRole)
  on(rightsCalls.changeRole, rights.changeRole, { keeps: 'role' })
  on(rightsCalls.removeRole, rights.removeRole)
  on(rightsCalls.setPermissions, rights.setPermissions)
  on(rightsCalls.setMenus, rights.setMenus)
  on(rightsCalls.permissions, rights.listPermissions)
  on(rightsCalls.exportPermissions, rights.exportPermissions)
  on(rightsCalls.permissionTree, rights.showPermissionTree)
  on(rightsCalls.createPermission, rights.createPermission)
  on(rightsCalls.changePermission, rights.changePermission, { keeps: 'permission' })
  on(rightsCalls.removePermission, rights.removePermission)
  on(rightsCalls.menuTree, rights.showMenuTree)
  on(rightsCalls.myMenu, rights.showMyMenu, { tables: ['role', 'role_menu'], calls: listWrites(rightsCalls) })

  on(postCalls.postPage, post.listPosts)
  on(postCalls.exportPosts, post.exportPosts)
  on(postCalls.postList, post.listOpenPosts)
  on(postCalls.post, post.showPost)
  on(postCalls.savePost, post.savePost, { keeps: 'post' })
  on(postCalls.removePost, post.removePost)
  on(postCalls.userPosts, post.listUserPosts)
  on(postCalls.exportUserPosts, post.exportUserPosts)
  on(postCalls.saveUserPost, post.saveUserPost, { keeps: 'user_post' })
  on(postCalls.removeUserPost, post.removeUserPost)
}
