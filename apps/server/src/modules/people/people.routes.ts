import { peopleCalls } from '@portal/contract/people/people'
import { postCalls } from '@portal/contract/people/posts'
import { rightsCalls } from '@portal/contract/people/rights'
import { writesOf } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as batch from './batch.service.ts'
import * as people from './people.service.ts'
import * as post from './post.service.ts'
import * as rights from './rights.service.ts'

export const peopleRoutes: Routes = (on) => {
  on(peopleCalls.find, people.find)
  on(peopleCalls.findTeachers, people.findTeachers)
  on(peopleCalls.list, people.list)
  on(peopleCalls.export, people.exportList)
  on(peopleCalls.directory, people.directory)
  on(peopleCalls.person, people.person)
  on(peopleCalls.campusList, people.campusList)
  on(peopleCalls.create, people.create)
  on(peopleCalls.change, people.change, { keeps: people.kept })
  on(peopleCalls.closing, people.closing)
  on(peopleCalls.setEnabled, people.setEnabled)
  on(peopleCalls.setRoles, people.setRoles)
  on(peopleCalls.setEnabledMany, batch.setEnabled)
  on(peopleCalls.assignRoleMany, batch.assignRole)
  on(peopleCalls.signOut, people.signOut)
  on(peopleCalls.remove, people.remove)
  on(peopleCalls.resetPassword, people.resetPassword)

  on(rightsCalls.roles, rights.roles)
  on(rightsCalls.exportRoles, rights.exportRoles)
  on(rightsCalls.allRoles, rights.allRoles)
  on(rightsCalls.role, rights.role)
  on(rightsCalls.createRole, rights.createRole)
  on(rightsCalls.changeRole, rights.changeRole, { keeps: 'role' })
  on(rightsCalls.removeRole, rights.removeRole)
  on(rightsCalls.setPermissions, rights.setPermissions)
  on(rightsCalls.setMenus, rights.setMenus)
  on(rightsCalls.permissions, rights.permissions)
  on(rightsCalls.exportPermissions, rights.exportPermissions)
  on(rightsCalls.permissionTree, rights.permissionTree)
  on(rightsCalls.createPermission, rights.createPermission)
  on(rightsCalls.changePermission, rights.changePermission, { keeps: 'permission' })
  on(rightsCalls.removePermission, rights.removePermission)
  on(rightsCalls.menuTree, rights.menuTree)
  on(rightsCalls.myMenu, rights.myMenu, { tables: ['role', 'role_menu'], calls: writesOf(rightsCalls) })

  on(postCalls.postPage, post.postPage)
  on(postCalls.exportPosts, post.exportPosts)
  on(postCalls.postList, post.postList)
  on(postCalls.post, post.post)
  on(postCalls.savePost, post.savePost, { keeps: 'post' })
  on(postCalls.removePost, post.removePost)
  on(postCalls.userPosts, post.userPosts)
  on(postCalls.exportUserPosts, post.exportUserPosts)
  on(postCalls.saveUserPost, post.saveUserPost, { keeps: 'user_post' })
  on(postCalls.removeUserPost, post.removeUserPost)
}
