import { bulkCalls } from '@portal/contract/bulk/bulk'
import { peopleCalls, peopleRefusals } from '@portal/contract/people/people'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkJobs } from '../../bulk/bulk.jobs.ts'
import { runJob } from '../../../kernel/jobs.ts'
import { countBlocked } from '../../../testing/blocked.ts'
import { countInUse, findMostGrown } from '../../../testing/memory.ts'
import { committed, csv, settled, uploaded, workbook } from '../../../testing/sheets.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let clerk: Person
beforeAll(async () => {
  world = await createWorld()
  await world.sql(`insert into dept (code, name) values ('201', '物理学院'), ('202', '化学学院')`)
  admin = await world.person('周建国', { permissions: ['ADMIN'] })
  clerk = await world.person('办事员', { permissions: ['USER_ALL'] })
})
afterAll(() => world.close())

const header = ['用户名*', '姓名*', '用户类型', '单位', '邮箱', '电话', '角色']
const listRows = async (id: number, verdict?: 'bad' | 'new', who = clerk) =>
  (await world.ok(who, bulkCalls.rows, { params: { id }, query: { verdict } })).items
const found = async (username: string) =>
  (await world.ok(admin, peopleCalls.list, { query: { keyword: username } })).items.find(
    (p) => p.username === username,
  )

test('template, upload, preview, commit, and again: nothing changes', async () => {
  const got = await world.app.inject({
    url: '/api/v2/bulk/user/template',
    headers: { authorization: clerk.token },
  })
  const book = await readXlsx(got.rawPayload, { readStyles: true })
  expect(book.sheets.map((s) => s.name)).toEqual(['用户', '填写说明'])
  // What is typed into its cells stays text: Excel would drop the zero of a student number 0912345.
  for (const cell of ['1,0', '2,0', '1001,5'])
    expect(book.sheets[0]?.cells?.get(cell)?.style?.numFmt, cell).toBe('@')
  // The sample row of the template is not imported.
  expect(await uploaded(world, clerk, 'user', got.rawPayload)).toMatchObject({
    state: 'failed',
    message: '文件中没有数据',
  })

  const file = await workbook([
    header,
    ['Imp01', '曾小雨', '教师', '物理学院', 'IMP01@example.edu', 13_800_001_111, null],
    [],
    ['imp02', '陈志远', null, '202', null, null, '学生'],
  ])
  const first = await uploaded(world, clerk, 'user', file)
  expect(first).toMatchObject({
    state: 'ready',
    progress: 2,
    counts: { new: 2, changed: 0, same: 0, bad: 0 },
    message: null,
  })
  expect(await listRows(first.id)).toMatchObject([
    { line: 2, verdict: 'new' },
    { line: 4, verdict: 'new' },
  ])
  expect(await found('imp01')).toBeUndefined()

  expect(await committed(world, clerk, first.id)).toMatchObject({ state: 'done', progress: 2 })
  expect(await found('imp01')).toMatchObject({
    name: '曾小雨',
    email: 'imp01@example.edu',
    phone: '13800001111',
    userType: '2',
    dept: { name: '物理学院' },
    roles: [{ code: 'TEACHER' }],
  })
  expect(await found('imp02')).toMatchObject({ dept: { name: '化学学院' }, roles: [{ code: 'STUDENT' }] })
  expect((await world.ok(clerk, peopleCalls.find, { query: { keyword: 'zengxy' } })).items).toEqual([])
  expect((await world.ok(clerk, peopleCalls.find, { query: { keyword: 'zxy' } })).items).toMatchObject([
    { username: 'imp01' },
  ])
  // A file can be committed only once.
  expect(await world.send(clerk, bulkCalls.commit, { params: { id: first.id }, body: {} })).toMatchObject({
    status: 409,
    code: 'NOT_READY',
  })

  const again = await uploaded(world, clerk, 'user', file)
  expect(again).toMatchObject({ counts: { new: 0, same: 2 } })
  expect(await world.send(clerk, bulkCalls.commit, { params: { id: again.id }, body: {} })).toMatchObject({
    code: 'NOTHING_TO_DO',
  })
})

test('a change says what stood there; an empty cell changes nothing', async () => {
  await committed(
    world,
    clerk,
    (
      await uploaded(
        world,
        clerk,
        'user',
        csv([
          ['用户名', '姓名', '单位'],
          ['chg01', '旧名', '201'],
        ]),
      )
    ).id,
  )
  const next = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['学号', '姓名', '部门', '备注'],
      ['chg01', '新名', '', '甲'],
    ]),
  )
  expect(next).toMatchObject({ counts: { changed: 1 }, message: '以下列不在模板中，已忽略：备注' })
  expect((await listRows(next.id))[0]?.reasons).toEqual([{ level: 'was', column: '姓名', message: '旧名' }])
  await committed(world, clerk, next.id)
  expect(await found('chg01')).toMatchObject({ name: '新名', dept: { name: '物理学院' } })
})

test('what a known person pays says nothing of whether he is of the campus', async () => {
  const people = [
    ['local1', '平台管理员', 'campus', false, '校内'],
    ['joint1', '联合培养', 'school', true, '外校'],
  ] as const
  for (const [username, name, tier, onCampus] of people)
    await world.ok(admin, peopleCalls.create, { body: { username, name, tier, onCampus } })
  const sheet = (phone: string) =>
    csv([
      ['用户名', '姓名', '收费类别', '电话'],
      ...people.map(([username, name, , , word]) => [username, name, word, phone]),
    ])
  expect((await uploaded(world, admin, 'user', sheet(''))).counts).toMatchObject({ same: 2, changed: 0 })
  const next = await uploaded(world, admin, 'user', sheet('13800001112'))
  expect(next.counts).toMatchObject({ changed: 2 })
  await committed(world, admin, next.id)
  for (const [username, , tier, onCampus] of people)
    expect(await found(username)).toMatchObject({ tier, onCampus, phone: '13800001112' })
})

test('a head whom a file moves to another dept is named before, and heads neither after', async () => {
  const [head] = await world.sql<{ id: number }>(
    `with h as (insert into user_account (username, name, dept_id) select 'head01', '院长', id from dept
        where code = '201' returning id), r as (insert into user_role (user_id, role_id)
        select h.id, r.id from h, role r where r.code = 'DEPT_HEAD') select id from h`,
  )
  const bring = (phone: string, dept: string) =>
    uploaded(
      world,
      admin,
      'user',
      csv([
        ['用户名', '姓名', '电话', '单位'],
        ['head01', '院长', phone, dept],
      ]),
    )
  const held = async () =>
    (await world.ok(admin, peopleCalls.person, { params: { id: head!.id } })).roles.map((r) => r.code)
  const reasons = async (id: number) =>
    (await world.ok(admin, bulkCalls.rows, { params: { id } })).items[0]?.reasons ?? []
  const stays = await bring('13800001113', '201')
  expect((await reasons(stays.id)).filter((r) => r.level === 'warning')).toEqual([])
  await committed(world, admin, stays.id)
  expect(await held()).toEqual(['DEPT_HEAD'])
  const moves = await bring('', '202')
  expect(await reasons(moves.id)).toContainEqual({
    level: 'warning',
    column: '单位',
    message: '是院系负责人，更换单位后不再担任，请另行授予角色',
  })
  await committed(world, admin, moves.id)
  expect(await held()).toEqual([])
})

test('whose account a file closes is named with the students who need another supervisor', async () => {
  await world.sql(
    `with s as (insert into user_account (username, name) values ('tutor02', '离任导师') returning id)
      insert into user_account (username, name, supervisor_id) select 'stu09', '学生', id from s`,
  )
  const sheet = csv([
    ['用户名', '姓名', '状态'],
    ['tutor02', '离任导师', '停用'],
  ])
  const { id } = await uploaded(world, admin, 'user', sheet)
  const [row] = (await world.ok(admin, bulkCalls.rows, { params: { id } })).items
  expect(row?.reasons.filter((r) => r.level === 'warning')).toEqual([
    { level: 'warning', column: '状态', message: '指导的学生 1，停用后请为学生更换导师' },
  ])
})

test('whose account a file closes is named with the posts that nobody takes over', async () => {
  await world.sql(
    `with h as (insert into user_account (username, name, dept_id) select 'head02', '离任院长', id from dept
        where code = '201' returning id)
      insert into user_role (user_id, role_id) select h.id, r.id from h, role r where r.code = 'DEPT_HEAD'`,
  )
  const sheet = csv([
    ['用户名', '姓名', '状态'],
    ['head02', '离任院长', '停用'],
  ])
  const { id } = await uploaded(world, admin, 'user', sheet)
  const [row] = (await world.ok(admin, bulkCalls.rows, { params: { id } })).items
  expect(row?.reasons.filter((r) => r.level === 'warning')).toEqual([
    {
      level: 'warning',
      column: '状态',
      message: '停用后岗位未移交：院系负责人 1；如需指定接任人，请在用户管理中逐人停用',
    },
  ])
})

test('a supervisor by his number, also one who comes with the same file, whichever stands first', async () => {
  const bring = (...rows: string[][]) =>
    uploaded(world, clerk, 'user', csv([['学号', '姓名', '导师工号'], ...rows]))
  const first = await bring(['stu01', '学生甲', 'TUTOR1'], ['tutor1', '导师', ''], ['stu02', '学生乙', '无'])
  expect(first).toMatchObject({ counts: { new: 3, bad: 0 } })
  await committed(world, clerk, first.id)
  expect([(await found('stu01'))?.supervisor, (await found('stu02'))?.supervisor]).toEqual([
    expect.objectContaining({ username: 'tutor1', name: '导师' }),
    null,
  ])
  await world.ok(admin, peopleCalls.create, { body: { username: 'closed9', name: '已离校', enabled: false } })
  const next = await bring(
    ['stu01', '学生甲', ''],
    ['stu02', '学生乙', 'tutor1'],
    ['stu03', '丙', 'nobody1'],
    ['stu04', '丁', 'stu04'],
    ['stu05', '戊', 'closed9'],
  )
  expect(next).toMatchObject({ counts: { same: 1, changed: 1, bad: 3 } })
  expect((await listRows(next.id, 'bad')).map((r) => r.reasons[0]?.message)).toEqual([
    '没有用户名为“nobody1”的用户，文件中也没有可以导入的这一行',
    '导师不能是本人',
    '用户“closed9”已停用，不能作为导师',
  ])
  expect((await listRows(next.id))[1]?.reasons).toEqual([{ level: 'was', column: '导师', message: '（空）' }])
  await committed(world, clerk, next.id, true)
  expect((await found('stu02'))?.supervisor).toMatchObject({ username: 'tutor1' })
  await committed(world, clerk, (await bring(['stu02', '学生乙', '无'])).id)
  expect((await found('stu02'))?.supervisor).toBeNull()
})

test('a supervisor may stand anywhere in the file, also in a later piece of it; without him his students’ rows are bad', async () => {
  const bring = (...rows: string[][]) =>
    uploaded(world, clerk, 'user', csv([['学号', '姓名', '导师工号', '单位'], ...rows]))
  await committed(
    world,
    clerk,
    (await bring(['before1', '原导师', '', ''], ['moved1', '换导师的', 'before1', ''])).id,
  )
  // Rows are read and written 500 at a time.
  const students = Array.from({ length: 520 }, (_, i) => [`late${i}`, `学生${i}`, 'latetutor', ''])
  const first = await bring(['moved1', '换导师的', 'latetutor', ''], ...students, [
    'latetutor',
    '后来的导师',
    '',
    '',
  ])
  expect(first).toMatchObject({ state: 'ready', counts: { new: 521, changed: 1, bad: 0 } })
  expect(await committed(world, clerk, first.id)).toMatchObject({ state: 'done' })
  const [with_] = await world.sql<{ n: number }>(
    `select count(*)::int as n from user_account where (username like 'late%' or username = 'moved1')
        and supervisor_id = (select id from user_account where username = 'latetutor')`,
  )
  expect(with_?.n).toBe(521)

  const filler = Array.from({ length: 510 }, (_, i) => [`fill${i}`, `旁人${i}`, '', ''])
  const next = await bring(
    ['orphan1', '甲', 'lost1', ''],
    ['orphan2', '乙', 'orphan1', ''],
    ['orphan3', '丙', 'nobody1', ''],
    ...filler,
    ['lost1', '导师', '', '没有这个院'],
  )
  expect(next).toMatchObject({ state: 'ready', counts: { new: 510, bad: 4 } })
  const bad = await listRows(next.id, 'bad')
  expect(bad.map((r) => [r.line, r.reasons.map((x) => `${x.column}：${x.message}`)])).toEqual([
    [2, ['导师：“lost1”在第 515 行，该行有误']],
    [3, ['导师：“orphan1”在第 2 行，该行有误']],
    [4, ['导师：没有用户名为“nobody1”的用户，文件中也没有可以导入的这一行']],
    [515, ['单位：没有名为或编码为“没有这个院”的单位']],
  ])
  expect(await committed(world, clerk, next.id, true)).toMatchObject({ state: 'done', progress: 510 })
  expect(await found('orphan1')).toBeUndefined()
})

test('who the preview found registered and is gone when it is written: the row says so, and nothing is written', async () => {
  await world.ok(admin, peopleCalls.create, { body: { username: 'soongone', name: '将离校' } })
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['学号', '姓名', '导师工号'],
      ['left1', '学生', 'soongone'],
    ]),
  )
  await world.sql(`delete from user_account where username = 'soongone'`)
  expect(await committed(world, clerk, one.id)).toMatchObject({
    state: 'ready',
    counts: { new: 0, bad: 1 },
    message: '数据刚刚有变化，1 行现在有误，没有导入任何内容',
  })
  expect((await listRows(one.id, 'bad'))[0]?.reasons[0]?.message).toContain('没有用户名为“soongone”的用户')
  expect(await found('left1')).toBeUndefined()
})

test('a file waits for who changes administrators before it holds anybody', async () => {
  const person = await world.person('要停用的人')
  const { username } = await world.ok(admin, peopleCalls.person, { params: { id: person.id } })
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名', '电话', '状态'],
      [username, '要停用的人', '0700-86000303', '停用'],
    ]),
  )
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    // As a colleague who closes this account does.
    await holder.query(`select from permission where code = 'ADMIN' for update`)
    await world.ok(clerk, bulkCalls.commit, { params: { id: one.id }, body: {} })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('select from user_account where id = $1 for no key update nowait', [person.id])
    await holder.query('commit')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await settled(world, clerk, one.id)).toMatchObject({ state: 'done' })
  expect(await world.ok(admin, peopleCalls.person, { params: { id: person.id } })).toMatchObject({
    enabled: false,
    phone: '0700-86000303',
  })
})

test('nobody moves their own mailbox by a file', async () => {
  const { username } = await world.ok(admin, peopleCalls.person, { params: { id: clerk.id } })
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名', '邮箱'],
      [username, clerk.name, 'taken@example.edu'],
    ]),
  )
  expect((await listRows(one.id, 'bad'))[0]?.reasons).toMatchObject([
    { column: '邮箱', message: peopleRefusals.OWN_EMAIL },
  ])
})

test('bad rows say why, are skipped only when that is asked, and can be taken home', async () => {
  await committed(
    world,
    clerk,
    (
      await uploaded(
        world,
        clerk,
        'user',
        csv([
          ['用户名', '姓名', '邮箱'],
          ['own01', '有邮箱', 'own@example.edu'],
        ]),
      )
    ).id,
  )
  const file = csv([
    header,
    ['ok01', '好人', '', '', '', '', ''],
    ['ok01', '重复的人', '', '', '', '', ''],
    ['bad01', '', '外星人', '', '', '', ''],
    ['bad02', '某人', '外星人', '无此院', 'own@example.edu', '', '国王、系统管理员'],
  ])
  const one = await uploaded(world, clerk, 'user', file, '名单.csv')
  expect(one).toMatchObject({ counts: { new: 1, bad: 3 } })
  const said = (await listRows(one.id, 'bad')).map((r) => r.reasons.map((x) => `${x.column} ${x.message}`))
  expect(said).toEqual([
    ['用户名 与第 2 行重复'],
    ['姓名 请填写姓名'],
    [
      '用户类型 没有“外星人”这种用户类型',
      '单位 没有名为或编码为“无此院”的单位',
      '邮箱 该邮箱已被用户“own01”使用',
      '角色 没有名为“国王”的角色',
      '角色 您不能授予角色“系统管理员”',
    ],
  ])
  const bad = await world.app.inject({
    url: `/api/v2/bulk/import/${one.id}/bad`,
    headers: { authorization: clerk.token },
  })
  const sheet = (await readXlsx(bad.rawPayload)).sheets[0]
  expect(sheet?.rows).toHaveLength(4)
  expect(sheet?.rows[0]?.at(-1)).toBe('错误原因')

  expect(await world.send(clerk, bulkCalls.commit, { params: { id: one.id }, body: {} })).toMatchObject({
    status: 422,
    code: 'HAS_BAD_ROWS',
  })
  expect(await committed(world, clerk, one.id, true)).toMatchObject({ state: 'done', progress: 1 })
  expect(await found('ok01')).toBeDefined()
  expect(await found('bad02')).toBeUndefined()
})

test('a closed account does not keep its address from others, and is opened again only with another one', async () => {
  const header = ['用户名', '姓名', '邮箱', '状态']
  const other = await world.person('另一位办事员', { permissions: ['USER_ALL'] }) // imports are limited to 30 a minute
  const bring = (...rows: string[][]) => uploaded(world, other, 'user', csv([header, ...rows]))
  await committed(world, other, (await bring(['first1', '回来的人', 'back@example.edu', ''])).id)
  await committed(world, other, (await bring(['first1', '回来的人', '', '停用'])).id)
  const second = await bring(['second1', '回来的人', 'back@example.edu', ''])
  expect(second.counts).toMatchObject({ new: 1, bad: 0 })
  expect(await committed(world, other, second.id)).toMatchObject({ state: 'done' })

  const opened = await bring(['first1', '回来的人', '', '启用'])
  expect(opened.counts).toMatchObject({ changed: 0, bad: 1 })
  expect((await listRows(opened.id, 'bad', other))[0]?.reasons[0]?.message).toBe(
    '该邮箱已被用户“second1”使用',
  )
  const { id } = (await found('first1'))! // imported above
  expect(
    await world.send(other, peopleCalls.setEnabled, { params: { id }, body: { enabled: true } }),
  ).toMatchObject({ status: 422, code: 'EMAIL_PASSED_ON' })
  await committed(world, other, (await bring(['first1', '回来的人', 'first1@example.edu', '启用'])).id)
  expect(await found('first1')).toMatchObject({ enabled: true, email: 'first1@example.edu' })
})

test('a dept’s name that several have moves nobody: the file that went out comes in again unchanged', async () => {
  const other = await world.person('同名单位办事员', { permissions: ['USER_ALL'] }) // imports are limited to 30 a minute
  await world.sql(
    `insert into dept (code, name, parent_id) select '20' || n, '办公室', d.id
      from (values (3, '201'), (4, '202')) v (n, above) join dept d on d.code = v.above`,
  )
  const [second] = await world.sql<{ id: number }>(
    `insert into user_account (username, name, dept_id) select 'desk' || code, '文员', id from dept
      where code = '204' returning dept_id as id`,
  )
  const file = await world.app.inject({
    url: `/api/v2/people/export?deptId=${second!.id}`,
    headers: { authorization: other.token },
  })
  expect((await readXlsx(file.rawPayload)).sheets[0]?.rows[1]?.slice(0, 4)).toEqual([
    'desk204',
    '文员',
    '学生',
    '办公室',
  ])
  expect((await uploaded(world, other, 'user', file.rawPayload)).counts).toMatchObject({
    same: 1,
    changed: 0,
    bad: 0,
  })
  const fresh = await uploaded(
    world,
    other,
    'user',
    csv([
      ['用户名', '姓名', '单位'],
      ['desk1', '新文员', '办公室'],
      ['desk2', '新文员', '204'],
    ]),
  )
  expect(fresh.counts).toMatchObject({ new: 1, bad: 1 })
  expect((await listRows(fresh.id, 'bad', other))[0]?.reasons).toEqual([
    { level: 'error', column: '单位', message: '有多个单位名为“办公室”，请填写编号' },
  ])
})

test('a user type that is no longer offered stays with whoever has it', async () => {
  const other = await world.person('用户类型办事员', { permissions: ['USER_ALL'] }) // imports are limited to 30 a minute
  await world.sql(`insert into user_account (username, name, user_type) values ('typed9', '外聘', '9')`)
  const one = await uploaded(
    world,
    other,
    'user',
    csv([
      ['用户名', '姓名', '用户类型', '电话'],
      ['typed9', '外聘', '9', '13800004444'],
      ['typed8', '新人', '9', ''],
    ]),
  )
  expect(one.counts).toMatchObject({ changed: 1, bad: 1 })
  const [known, fresh] = await listRows(one.id, undefined, other)
  expect(known?.reasons).toEqual([{ level: 'was', column: '电话', message: '（空）' }])
  expect(fresh?.reasons).toEqual([{ level: 'error', column: '用户类型', message: '没有“9”这种用户类型' }])
})

test('what was good and no longer is stops all of it', async () => {
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名', '邮箱'],
      ['turn01', '甲', ''],
      ['turn02', '乙', 'turn@example.edu'],
    ]),
  )
  await world.ok(admin, peopleCalls.create, {
    body: { username: 'other01', name: '捷足先登', email: 'turn@example.edu' },
  })
  expect(await committed(world, clerk, one.id)).toMatchObject({
    state: 'ready',
    counts: { new: 1, bad: 1 },
    message: expect.stringContaining('没有导入任何内容'),
  })
  expect(await found('turn01')).toBeUndefined()
  expect(await committed(world, clerk, one.id, true)).toMatchObject({ state: 'done' })
  expect(await found('turn01')).toBeDefined()
})

test('what the preview did not say is not written: an account that was closed since stays closed', async () => {
  const made = await world.ok(admin, peopleCalls.create, { body: { username: 'shut01', name: '赵六' } })
  const params = { id: made.id }
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名', '电话', '状态'],
      ['shut01', '赵六', '13800002222', '启用'],
    ]),
  )
  await world.ok(admin, peopleCalls.setEnabled, { params, body: { enabled: false } })
  expect(await committed(world, clerk, one.id)).toMatchObject({
    state: 'ready',
    counts: { changed: 1, bad: 0 },
    message: '数据刚刚有变化，1 行与预览不一致，没有导入任何内容，请核对后重新确认',
  })
  expect(await found('shut01')).toMatchObject({ enabled: false, phone: null })
  expect((await listRows(one.id))[0]?.reasons).toEqual([
    { level: 'was', column: '电话', message: '（空）' },
    { level: 'was', column: '状态', message: '停用' },
  ])
  // After the change has been shown, a second confirmation commits it.
  expect(await committed(world, clerk, one.id)).toMatchObject({ state: 'done', message: null })
  expect(await found('shut01')).toMatchObject({ enabled: true, phone: '13800002222' })
})

test('a row that has less to say than the preview is written: somebody else has done the rest', async () => {
  const made = await world.ok(admin, peopleCalls.create, { body: { username: 'less01', name: '孙七' } })
  await world.ok(admin, peopleCalls.setEnabled, { params: { id: made.id }, body: { enabled: false } })
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名', '电话', '状态'],
      ['less01', '孙七', '13800003333', '启用'],
    ]),
  )
  await world.ok(admin, peopleCalls.setEnabled, { params: { id: made.id }, body: { enabled: true } })
  expect(await committed(world, clerk, one.id)).toMatchObject({ state: 'done' })
  expect(await found('less01')).toMatchObject({ enabled: true, phone: '13800003333' })
})

test('two who say yes at once: one of them', async () => {
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名'],
      ['race01', '甲'],
    ]),
  )
  const answers = await Promise.all(
    [1, 2, 3].map(() => world.send(clerk, bulkCalls.commit, { params: { id: one.id }, body: {} })),
  )
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409])
  expect(await settled(world, clerk, one.id)).toMatchObject({ state: 'done' })
})

describe('is turned away', () => {
  test.for([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415],
    [
      'a workbook that hides its size',
      Buffer.concat([
        Buffer.from('PK\u0003\u0004', 'latin1'),
        Buffer.from('PK\u0001\u0002', 'latin1'),
        Buffer.alloc(16),
        Buffer.from([255, 0, 0, 0]),
        Buffer.alloc(30),
      ]),
      415,
    ],
  ] as const)('%s', async ([, content, status]) => {
    expect(
      (
        await world.send(clerk, bulkCalls.upload, {
          params: { kind: 'user' },
          files: [{ name: 'x.xlsx', content }],
        })
      ).status,
    ).toBe(status)
  })
  test('a file without the columns, and a broken one, in words', async () => {
    expect(
      await uploaded(
        world,
        clerk,
        'user',
        csv([
          ['甲', '乙'],
          ['1', '2'],
        ]),
      ),
    ).toMatchObject({ state: 'failed', message: '文件第一行缺少列：用户名、姓名。请使用模板' })
    expect(
      await uploaded(
        world,
        clerk,
        'user',
        Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(200, 7)]),
      ),
    ).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('文件无法读取'),
    })
  })
  test('Unicode text is read as Excel writes it', async () => {
    const other = await world.person('文本办事员', { permissions: ['USER_ALL'] })
    const utf16 = Buffer.from('\uFEFF用户名\t姓名\r\nu1601\t张三\r\n', 'utf16le')
    for (const content of [utf16, Buffer.from(utf16).swap16()]) {
      const { id } = await uploaded(world, other, 'user', content, '名单.txt')
      expect((await listRows(id, undefined, other)).map((r) => [r.verdict, ...r.cells.slice(0, 2)])).toEqual([
        ['new', 'u1601', '张三'],
      ])
    }
  })
  test('GBK is read as Excel writes it', async () => {
    const gbk = Buffer.from([
      0xd3, 0xc3, 0xbb, 0xa7, 0xc3, 0xfb, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0a, 0x67, 0x62, 0x30, 0x31, 0x2c,
      0xd5, 0xc5, 0xc8, 0xfd,
    ]) // 用户名,姓名 gb01,张三
    expect((await listRows((await uploaded(world, clerk, 'user', gbk)).id))[0]).toMatchObject({
      verdict: 'new',
      cells: ['gb01', '张三', '', '', '', '', '', '', '', '', ''],
    })
  })
})

test('whoever may not manage people may not bring them in, nor see what another brought', async () => {
  const reader = await world.person('只读', { permissions: ['USER_SELECT'] })
  const other = await world.person('另一位办事员', { permissions: ['USER_ALL'] })
  expect(
    (
      await world.send(reader, bulkCalls.upload, {
        params: { kind: 'user' },
        files: [{ name: 'x.csv', content: csv([['a']]) }],
      })
    ).status,
  ).toBe(403)
  expect((await world.send(reader, bulkCalls.template, { params: { kind: 'user' } })).status).toBe(403)
  const one = await uploaded(
    world,
    clerk,
    'user',
    csv([
      ['用户名', '姓名'],
      ['mine01', '甲'],
    ]),
  )
  for (const who of [reader, other, admin]) {
    expect((await world.send(who, bulkCalls.get, { params: { id: one.id } })).status).toBe(403)
    expect((await world.send(who, bulkCalls.rows, { params: { id: one.id } })).status).toBe(403)
    expect((await world.send(who, bulkCalls.commit, { params: { id: one.id }, body: {} })).status).toBe(403)
  }
  await world.ok(clerk, bulkCalls.discard, { params: { id: one.id } })
  expect((await world.send(clerk, bulkCalls.get, { params: { id: one.id } })).status).toBe(404)
})

test('after a restart the person can go on', async () => {
  const states = async () =>
    (
      await world.sql<{ state: string }>(
        `select state from bulk_import where file_name = 'stale' order by id`,
      )
    ).map((r) => r.state)
  for (const state of ['reading', 'committing']) {
    await world.sql(
      `insert into bulk_import (kind, user_id, file_name, state, beat_at, created_at)
        values ($1, $2, 'stale', $3, now() - interval '1 hour', now())`,
      [state === 'reading' ? 'user' : 'dept', clerk.id, state],
    )
  }
  await runJob(world.app.deps, bulkJobs[0]!)
  expect(await states()).toEqual(['failed', 'ready'])
  await runJob(world.app.deps, bulkJobs[0]!, new Date(Date.now() + 8 * 86_400_000))
  expect(await states()).toEqual([])
})

test('20,000 people: in seconds, in flat memory', { timeout: 300_000 }, async () => {
  const surnames = ['赵', '钱', '孙', '李', '周', '吴', '郑', '王', '冯', '陈']
  const N = 20_000
  const file = await workbook([
    header,
    ...Array.from({ length: N }, (_, i) => [
      `bulk${i}`,
      `${surnames[i % 10]}${String.fromCharCode(0x4e00 + (i % 5000))}`,
      i % 5 ? '学生' : '教师',
      i % 2 ? '物理学院' : '化学学院',
      `bulk${i}@example.edu`,
      null,
      null,
    ]),
  ])
  const before = countInUse()
  const started = performance.now()
  const grown = await findMostGrown(async () => {
    const one = await uploaded(world, clerk, 'user', file)
    expect(one).toMatchObject({ state: 'ready', counts: { new: N, bad: 0 } })
    expect(await committed(world, clerk, one.id)).toMatchObject({ state: 'done', progress: N })
  }, before)
  expect(grown).toBeLessThan(100e6)
  // Alone it takes some seconds; the machine does other work as well.
  expect(performance.now() - started).toBeLessThan(270_000)
  expect(
    (await world.sql<{ n: number }>(`select count(*) as n from user_account where username like 'bulk%'`))[0]
      ?.n,
  ).toBe(N)
})
