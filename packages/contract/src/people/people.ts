import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
  at,
  flag,
  id,
  idList,
  idParams,
  ifAsked,
  instant,
  keyword,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { batchIds, ref, verdict } from '../kernel/rows.ts'
import { password } from '../account/password.ts'

/** The price group of a person: member of this university, of another one, or of a company. */
export const tierWords = { campus: '校内', school: '外校', company: '企业' } as const
export type Tier = keyof typeof tierWords
export const tier = z.enum(Object.keys(tierWords) as [Tier, ...Tier[]], { error: '请选择单位类型' })

/** Built-in roles that the program refers to by code; administrators may add others. */
export const roleCodes = [
  'SYSTEM_ADMIN',
  'LAB_DIRECTOR',
  'LAB_ADMIN',
  'REVIEWER',
  'FINANCE',
  'TEACHER',
  'STUDENT',
  'OFF_CAMPUS',
  'DEPT_HEAD',
  'EQUIP_OFFICE',
  'TENDER_OFFICE',
  'SUPPLIER',
  'EXPERT',
] as const
export type RoleCode = (typeof roleCodes)[number]
/** Names of the roles for people who may not read the table of roles. */
export const roleWords: Record<RoleCode, string> = {
  SYSTEM_ADMIN: '系统管理员',
  LAB_DIRECTOR: '实验室主任',
  LAB_ADMIN: '实验室管理员',
  REVIEWER: '设备审核员',
  FINANCE: '财务人员',
  TEACHER: '教师',
  STUDENT: '学生',
  OFF_CAMPUS: '校外用户',
  DEPT_HEAD: '院系负责人',
  EQUIP_OFFICE: '设备处',
  TENDER_OFFICE: '招标办',
  SUPPLIER: '供应商',
  EXPERT: '论证专家',
}

/** Words of the dictionary campus_user_type. */
export const userTypeWords = {
  1: '学生',
  2: '教师',
  3: '实验技术人员',
  4: '管理人员',
  5: '校外用户',
  6: '供应商',
} as const

export const username = z
  .string({ error: '请填写用户名' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._@-]{1,63}$/, '用户名为 2–64 位字母、数字或 . _ - @，以字母或数字开头')

/** A person in search results. It contains no address or phone number. */
export const personCard = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  dept: z.string().nullable(),
  userType: z.string(),
})
export type PersonCard = z.output<typeof personCard>

/** The person's supervisor, who pays for their bookings unless they name another payer. */
export const supervisorRef = ref.extend({ username: z.string(), enabled: z.boolean() })

export const personRow = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dept: ref.nullable(),
  userType: z.string(),
  tier,
  onCampus: z.boolean(),
  organization: z.string().nullable(),
  supervisor: supervisorRef.nullable(),
  enabled: z.boolean(),
  suspendedUntil: at.nullable(),
  suspendedReason: z.string().nullable(),
  roles: z.array(ref.extend({ code: z.string() })),
  createdTime: at,
  lastLoginAt: at.nullable(),
  can: z.array(z.enum(['change', 'assignRoles', 'resetPassword', 'signOut', 'close', 'open', 'remove'])),
})
export type PersonRow = z.output<typeof personRow>

/** A person for those who manage people, with everything the person is involved in. */
export const personDetail = personRow.extend({
  hasPassword: z.boolean(),
  mustChangePassword: z.boolean(),
  labs: z.array(ref.extend({ role: z.enum(['lab_director', 'lab_admin', 'lab_member']) })),
  cards: z.array(ref.extend({ number: z.string(), owner: z.boolean() })),
  posts: z.array(z.object({ id: z.number(), post: z.string(), dept: z.string() })),
  sessions: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(['session', 'remember']),
      createdAt: at,
      expiresAt: at,
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
})
export type PersonDetail = z.output<typeof personDetail>

/** A directory entry: what all members of the university may know of a colleague. */
export const directoryRow = personCard.extend({ posts: z.array(z.string()) })
export type DirectoryRow = z.output<typeof directoryRow>

/** Kinds of posts; a successor may be named for each. */
export const heldPosts = [
  'lab_director',
  'lab_admin',
  'reviewer',
  'contact',
  'keeper',
  'dept_head',
  'post',
] as const
export type HeldPost = (typeof heldPosts)[number]
/**
 * Open matters of a person who leaves. Closing the account settles each of them as `closingWords` describes.
 */
export const matterKinds = [
  'booking',
  'booking_payer',
  'in_use',
  'experimenter',
  'settlement',
  'settlement_owner',
  'bill',
  'bill_coming',
  'bill_booker',
  'proposal',
  'card',
  'grant',
  'student',
  'task',
  ...heldPosts,
] as const
export type MatterKind = (typeof matterKinds)[number]
export const isPost = (kind: MatterKind): kind is HeldPost => heldPosts.some((p) => p === kind)
export const matterWords: Record<MatterKind, string> = {
  booking: '未使用的预约',
  booking_payer: '为他人付款的预约',
  in_use: '使用中的预约',
  experimenter: '代他人实验的预约',
  settlement: '其发起的未完成结算',
  settlement_owner: '待其审批的经费卡结算',
  bill: '待其付款的测试单',
  bill_coming: '由其付款、费用未确认的测试单',
  bill_booker: '由他人付款的测试单',
  proposal: '请其付款的提议',
  card: '持有的经费卡',
  grant: '被授权的经费卡',
  student: '指导的学生',
  task: '待其处理的其他事项',
  lab_director: '实验室主任',
  lab_admin: '实验室管理员',
  reviewer: '设备审核员',
  contact: '仪器负责人',
  keeper: '负责的保养计划',
  dept_head: '院系负责人',
  post: '担任的岗位',
}
/** What happens to the matter without a successor, and with one if that differs. */
export const closingWords: Record<MatterKind, { alone: string; successor?: string }> = {
  booking: {
    alone: '撤销，冻结经费解冻',
    successor: '可转给接收人：有使用资格的由其使用并确认付款，其余撤销',
  },
  booking_payer: { alone: '冻结经费解冻，由预约人或实验室主任更换付款人', successor: '请接收人确认付款' },
  in_use: { alone: '照常结束，其冻结的经费解冻' },
  experimenter: { alone: '保留，由预约人使用' },
  settlement: { alone: '取消，测试单重新待结算' },
  settlement_owner: { alone: '驳回，发起人可换卡结算', successor: '经费卡转给接收人时由其审批，否则驳回' },
  bill: { alone: '列为“付款人已停用”，由实验室主任或财务更换付款人或核销', successor: '请接收人确认付款' },
  bill_coming: {
    alone: '费用确认后列为“付款人已停用”，并通知实验室主任和财务',
    successor: '费用确认后请接收人确认付款',
  },
  bill_booker: { alone: '由付款人结算' },
  proposal: { alone: '视为拒绝，可另请他人' },
  card: {
    alone: '停用并通知财务变更持有人',
    successor: '由财务人员停用账号时转给接收人，否则停用并通知财务',
  },
  grant: { alone: '取消授权' },
  student: { alone: '保留登记，可继续使用平台；预约不再默认由其付款，请为学生更换导师' },
  task: { alone: '转由实验室主任或系统管理员处理' },
  lab_director: { alone: '无人接任时，待办转由系统管理员处理' },
  lab_admin: { alone: '由实验室主任办理' },
  reviewer: { alone: '无人接任时，待办转由实验室主任处理' },
  contact: { alone: '仪器页面不再显示负责人' },
  keeper: { alone: '维护提醒改由实验室主任接收，请指定接任者' },
  dept_head: { alone: '无人接任时，审批转由上级单位负责人或系统管理员处理' },
  post: { alone: '岗位空缺' },
}
/** `beginsAt`: only for bookings. `vacant`: no other person with an active account holds the post. */
export const matter = z.object({
  kind: z.enum(matterKinds),
  id: z.number(),
  title: z.string(),
  beginsAt: at.nullable(),
  amountFen: z.number().int().nullable(),
  vacant: z.boolean(),
})
export type Matter = z.output<typeof matter>
/** Most matters of one kind in a list; `counts` has their total number. */
export const MATTERS_MAX = 50

/** Most people whom a caller who may not list people finds or names in an hour. */
export const LOOKUPS_PER_HOUR = 60

export const peopleRefusals = {
  USERNAME_TAKEN: '该用户名已被使用',
  EMAIL_TAKEN: '该邮箱已被其他用户使用',
  EMAIL_PASSED_ON: '停用期间，该用户的邮箱已由其他用户使用，请先修改邮箱，再启用',
  DEPT_UNKNOWN: '所选单位不存在或已停用',
  ROLE_UNKNOWN: '所选角色不存在',
  BEYOND_OWN_RIGHTS: '不能授予或管理超出您自身权限的角色与用户',
  SELF: '不能停用、删除自己，重置自己的密码或修改自己的角色',
  OWN_EMAIL: '本人的邮箱请在“个人首页”的“个人资料”中修改，需要确认是您本人',
  SUPERVISOR_UNKNOWN: '所选导师不存在或已停用',
  SUPERVISOR_SELF: '导师不能是本人',
  SUCCESSOR_UNKNOWN: '所选接收人不存在、已停用或是本人',
  SUCCESSOR_DEPT: '院系负责人的接任者须属于该单位',
  LAST_ADMIN: '平台至少要保留一名可用的系统管理员',
  PASSWORD_KNOWN: '这是公开的演示密码，不能使用，请换一个',
  TYPE_UNKNOWN: '没有这种用户类型，请重新选择',
  HAS_RECORDS: '该用户已有业务记录，不能删除，请改为停用',
  TOO_MANY_LOOKUPS: '查找他人过于频繁，请稍后再试',
  TOO_MANY_NAMED: `校外账号每小时最多填写 ${LOOKUPS_PER_HOUR} 名其他人员，请减少人数后提交`,
} as const

/** What a batch says of each person whose role it was to give or take. */
export const roleVerdicts = {
  given: '已授予',
  taken: '已收回',
  hadIt: '原来就有该角色',
  hadNone: '原来没有该角色',
} as const

const chosenRoles = z.array(id, { error: '请选择角色' }).max(50, '角色过多')
const roleIds = chosenRoles.default([])
const details = z.object({
  name: line('姓名', 50),
  email: optionalEmail,
  phone: optionalPhone,
  deptId: id.nullish().transform((v) => v ?? null),
  userType: z
    .string()
    .trim()
    .regex(/^[\w-]{1,20}$/, '用户类型不正确')
    .default('1'),
  tier: tier.default('campus'),
  onCampus: z.boolean().default(true),
  organization: optionalLine('单位名称', 100),
  /** Left out of a change: the supervisor stays. */
  supervisorId: id.nullish(),
  enabled: z.boolean().default(true),
  roleIds,
})

/**
 * Permissions to list accounts. Their holders find everybody, whichever organisation they themselves belong
 * to.
 */
export const readers = ['USER_ALL', 'USER_SELECT'] as const
const MAX_NAMED_PEOPLE = 50
const select = { anyOf: readers } as const
const all = { anyOf: ['USER_ALL'] } as const
const filters = pageQuery.extend({
  keyword,
  deptId: id.optional(),
  roleId: id.optional(),
  userType: z
    .string()
    .regex(/^[\w-]{0,20}$/, '用户类型不正确')
    .optional(),
  tier: tier.optional(),
  enabled: flag,
})

export const peopleCalls = {
  /**
   * Search of the people pickers: by part of the name or username, pinyin or initials. People from outside
   * the university find others only by the full username. With `ids` exactly those people, for a form that
   * knows a person by id only; closed accounts too.
   */
  find: call({
    method: 'GET',
    path: '/backend/api/v1/user/find',
    summary: '查找人员',
    access: 'signed-in',
    query: pageQuery.extend({
      keyword,
      /** Only the university's own people. */
      campus: flag,
      ids: ifAsked(idList('人员编号不正确', MAX_NAMED_PEOPLE)),
    }),
    reply: definePage(personCard),
  }),
  findTeachers: call({
    method: 'GET',
    path: '/backend/api/user/findTeacher',
    summary: '查找教师',
    access: 'signed-in',
    query: pageQuery.extend({ keyword }),
    reply: definePage(personCard),
  }),

  list: call({
    method: 'GET',
    path: '/backend/api/users',
    summary: '用户列表',
    access: select,
    query: filters.extend({ onCampus: flag }),
    reply: definePage(personRow),
  }),
  /** The list as a spreadsheet, with the same filters. */
  export: call({
    method: 'GET',
    path: '/api/v2/people/export',
    summary: '导出用户',
    access: select,
    query: filters.extend({ onCampus: flag }),
    raw: true,
    perMinute: 10,
    reply: z.null(),
  }),
  person: call({
    method: 'GET',
    path: '/api/v2/people/{id}',
    summary: '用户详情',
    access: select,
    params: idParams,
    reply: personDetail,
  }),
  /** People from outside the university find others only by the full username. */
  directory: call({
    method: 'GET',
    path: '/api/v2/people/directory',
    summary: '人员名录',
    access: 'signed-in',
    query: pageQuery.extend({ keyword, deptId: id.optional(), postId: id.optional() }),
    reply: definePage(directoryRow),
  }),
  campusList: call({
    method: 'GET',
    path: '/user/campus-list',
    summary: '校内用户列表',
    access: select,
    query: filters,
    reply: definePage(personRow),
  }),
  /**
   * Without a password the person can sign in only through the campus single sign-on. A given password must
   * be changed at the first sign-in.
   */
  create: call({
    method: 'POST',
    path: '/backend/api/users',
    summary: '新增用户',
    access: all,
    writes: false,
    body: details.extend({
      username,
      password: z.union([z.literal('').transform(() => null), password]).nullish(),
    }),
    reply: z.object({ id: z.number() }),
  }),
  /** `enabled` and roles change only if the body contains them. */
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/backend/api/users',
    summary: '修改用户',
    access: all,
    body: details.extend({
      id,
      enabled: z.boolean().optional(),
      roleIds: chosenRoles.optional(),
      suspendedUntil: instant.nullish(),
      suspendedReason: optionalLine('暂停原因', 200),
    }),
    reply: done,
  }),
  /** The person's open matters and their number by kind; `closingWords` says what happens to each. */
  closing: call({
    method: 'GET',
    path: '/api/v2/people/{id}/closing',
    summary: '停用前的未了事项',
    access: all,
    params: idParams,
    reply: z.object({
      name: z.string(),
      matters: z.array(matter),
      counts: z.array(z.object({ kind: z.enum(matterKinds), count: z.number().int() })),
    }),
  }),
  /**
   * Closing an account ends all the person's sessions and settles their open matters. The successor is asked
   * to pay the bills and takes over the cards.
   */
  setEnabled: call({
    method: 'PUT',
    path: '/api/v2/people/{id}/enabled',
    summary: '启用或停用用户',
    access: all,
    params: idParams,
    body: z.object({
      enabled: z.boolean({ error: '请选择启用或停用' }),
      successorId: id.nullish(),
      /** Unused bookings of the person: revoked, or handed over if the successor may use the instrument. */
      bookings: z.enum(['revoke', 'hand_over'], { error: '请选择撤销或转给接收人' }).default('revoke'),
      /** `postsTo` takes over all posts; `posts` names another successor for single ones; null: nobody. */
      postsTo: id.nullish(),
      posts: z
        .array(z.object({ kind: z.enum(heldPosts), id, successorId: id.nullable() }))
        .max(500, '岗位过多')
        .default([]),
    }),
    reply: done,
  }),
  setRoles: call({
    method: 'PUT',
    path: '/api/v2/people/{id}/roles',
    summary: '分配用户角色',
    access: all,
    params: idParams,
    /**
     * `seen`: the roles the person had when the form began. Roles that the caller did not change keep their
     * current state.
     */
    body: z.object({ roleIds, seen: chosenRoles.optional() }),
    reply: done,
  }),
  /** Several people at once; each is judged independently. */
  setEnabledMany: call({
    method: 'POST',
    path: '/api/v2/people/batch/enabled',
    summary: '批量启用或停用用户',
    access: all,
    body: z.object({ ids: batchIds, enabled: z.boolean({ error: '请选择启用或停用' }) }),
    reply: z.array(verdict),
  }),
  assignRoleMany: call({
    method: 'POST',
    path: '/api/v2/people/batch/role',
    summary: '批量授予或收回角色',
    access: all,
    body: z.object({
      ids: batchIds,
      roleId: z.int({ error: '请选择角色' }).positive('请选择角色'),
      give: z.boolean({ error: '请选择授予或收回' }),
    }),
    reply: z.array(verdict),
  }),
  signOut: call({
    method: 'POST',
    path: '/api/v2/people/{id}/signOut',
    summary: '强制用户下线',
    access: all,
    params: idParams,
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/backend/api/users/{id}',
    summary: '删除用户',
    access: all,
    params: idParams,
    reply: done,
  }),
  /**
   * Returns the new password, which is shown only once. All sessions of the person end, and the person must
   * change the password at the next sign-in.
   */
  resetPassword: call({
    method: 'POST',
    path: '/api/v2/people/{id}/password',
    summary: '重置用户密码',
    access: all,
    params: idParams,
    writes: false,
    reply: z.object({ password: z.string() }),
  }),
}
