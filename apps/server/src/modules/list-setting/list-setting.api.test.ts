import { listSettingCalls, MAX_LISTS, type ListSetting } from '@portal/contract/list-setting/list-setting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceClosed } from '../people/closing.events.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let ming: Person
let hong: Person
beforeAll(async () => {
  world = await createWorld()
  ming = await world.person('小明')
  hong = await world.person('小红')
})
afterAll(() => world.close())

const setting: ListSetting = {
  list: '/maintain/deviceInfo',
  columns: [
    { key: 'name', shown: true },
    { key: 'lab', shown: false },
  ],
  density: 'compact',
  filters: [{ name: '故障的', values: { status: 'broken' } }],
}
const save = (who: Person, more: Partial<ListSetting> = {}) =>
  world.send(who, listSettingCalls.save, { body: { ...setting, ...more } })

test('each keeps his own, until he wants the list as it was', async () => {
  expect((await save(ming)).status).toBe(200)
  await save(ming, { density: 'normal' })
  await save(ming, { list: '/osp/storage/list#入库单' })
  expect(await world.ok(ming, listSettingCalls.list, {})).toEqual([
    { ...setting, density: 'normal' },
    { ...setting, list: '/osp/storage/list#入库单' },
  ])
  expect(await world.ok(hong, listSettingCalls.list, {})).toEqual([])
  await world.ok(ming, listSettingCalls.reset, { query: { list: setting.list } })
  expect((await world.ok(ming, listSettingCalls.list, {})).map((s) => s.list)).toEqual([
    '/osp/storage/list#入库单',
  ])
})

test('what is kept is small and makes sense', async () => {
  const refused: [Partial<ListSetting>, string][] = [
    [{ list: 'maintain' }, '列表不正确'],
    [{ list: `/${'x'.repeat(130)}` }, '列表不正确'],
    [{ columns: [setting.columns[0]!, setting.columns[0]!] }, '同一列只能出现一次'],
    [{ filters: [setting.filters[0]!, setting.filters[0]!] }, '已有同名的常用筛选'],
    [{ filters: [{ name: '空', values: {} }] }, '没有可保存的筛选条件'],
    [{ density: 'loose' as never }, '请选择行距'],
  ]
  for (const [part, message] of refused) {
    const answer = await save(hong, part)
    expect([answer.status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(message)])
  }
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, '长'.repeat(200)]))
  const many = Array.from({ length: 1 }, (_, i) => ({ name: `大${i}`, values: wide }))
  expect(await save(hong, { filters: many })).toMatchObject({ status: 422, code: 'SETTING_LARGE' })
})

test('nobody keeps more lists than there are, not even at once', async () => {
  const lists = Array.from({ length: MAX_LISTS + 3 }, (_, i) => `/list/${i}`)
  const answers = await Promise.all(lists.map((list) => save(hong, { list })))
  expect(answers.filter((a) => a.status === 200)).toHaveLength(MAX_LISTS)
  expect(answers.filter((a) => a.code === 'TOO_MANY_LISTS')).toHaveLength(3)
  const [first] = await world.ok(hong, listSettingCalls.list, {})
  expect((await save(hong, { ...first, density: 'normal' })).status).toBe(200)
})

test('it goes with the account', async () => {
  await world.asSystem((ctx) => announceClosed(ctx, [hong.id]))
  expect(await world.sql('select from list_setting where user_id = $1', [hong.id])).toEqual([])
})
