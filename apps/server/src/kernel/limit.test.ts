import { accountCalls } from '@portal/contract/account/account'
import { iotCalls } from '@portal/contract/iot/iot'
import { sessionCalls } from '@portal/contract/session/session'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp, type App } from '../app.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
let app: App
beforeAll(async () => {
  world = await createWorld()
  app = await buildApp({ env: { ...world.app.deps.env, RATE_LIMIT: 20 }, pool: world.database.pool })
})
afterAll(async () => {
  await app.close()
  await world.close()
})
const ask = (authorization: string, remoteAddress: string) =>
  app.inject({ url: sessionCalls.current.path, headers: { authorization }, remoteAddress })

test('tokens that somebody makes up are counted for his address; who is signed in is counted for himself', async () => {
  const person = await world.person('张三')
  expect((await ask(person.token, '10.0.0.1')).statusCode).toBe(200)
  for (let i = 0; i < 19; i++) expect((await ask(`made-up-${i}`, '10.0.0.1')).statusCode).toBe(401)
  expect((await ask('made-up-20', '10.0.0.1')).statusCode).toBe(429)
  expect((await ask('made-up-21', '10.0.0.2')).statusCode).toBe(401)
  // A known person at the same address goes on, up to a limit of their own, from whichever address they ask.
  for (let i = 0; i < 20; i++)
    expect(
      (await ask(i % 2 ? person.token : `Bearer ${person.token}`, `10.0.0.${1 + (i % 3)}`)).statusCode,
    ).toBe(200)
  expect((await ask(person.token, '10.0.0.3')).statusCode).toBe(429)
})

test('who reads all that an address may does not shut the sign-in, mailed codes or gateways behind it', async () => {
  const ip = '10.0.2.1'
  for (let i = 0; i < 20; i++) expect((await ask(`of-a-reader-${i}`, ip)).statusCode).toBe(401)
  expect((await ask('one-too-many', ip)).statusCode).toBe(429)
  const { sendCode, resetPassword } = accountCalls
  for (const { path: url } of [sessionCalls.login, sendCode, resetPassword, iotCalls.relay]) {
    const send = async () =>
      (await app.inject({ method: 'POST', url, payload: {}, remoteAddress: ip })).statusCode
    for (let i = 0; i < 20; i++) expect(await send(), url).toBe(400)
    expect(await send(), url).toBe(429)
  }
})

test('an IPv6 address is counted with its /64, of which one person has every address', async () => {
  for (let i = 0; i < 20; i++) expect((await ask(`made-up-${i}`, `2001:db8:1:2::${i}`)).statusCode).toBe(401)
  expect((await ask('made-up', '2001:db8:1:2:3:4:5:6')).statusCode).toBe(429)
  expect((await ask('made-up', '2001:db8:1:3::1')).statusCode).toBe(401)
})

test('a minute is over after a minute, also where the clock was set back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    for (let i = 0; i < 20; i++) expect((await ask(`of-a-crowd-${i}`, '10.0.1.1')).statusCode).toBe(401)
    expect((await ask('one-too-many', '10.0.1.1')).statusCode).toBe(429)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(59_000)
    expect((await ask('still-too-soon', '10.0.1.1')).statusCode).toBe(429)
    vi.advanceTimersByTime(2000)
    expect((await ask('in-time', '10.0.1.1')).statusCode).toBe(401)
  } finally {
    vi.useRealTimers()
  }
})
