import { expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'

const { world, s } = await sceneWorld()

test('the only reviewer used it: the director hears that the bill is to be filled in, he does not', async () => {
  // The system creates it, so that nobody is left out of the message as the person who acts.
  const id = await s.draft({ bookerId: s.reviewer.id })
  const listTold = () =>
    world.sql(
      `select u.name from message m join user_account u on u.id = m.user_id
        where m.title = '待填写测试单' and m.link = $1`,
      [`/account/measureInfo?id=${id}`],
    )
  await expect.poll(listTold).toEqual([{ name: s.director.name }])
})
