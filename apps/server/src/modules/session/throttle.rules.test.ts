import { expect, test } from 'vitest'
import { toNetworkKey, describeWait } from './throttle.rules.ts'

test('a network is the address without its last part, in IPv6 the /64', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.99', '2001:db8:1:2:3::6', null].map(toNetworkKey)).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8:1:2::/64',
    'unknown',
  ])
})

test('a wait is told in seconds, then in minutes', () => {
  expect([0.2, 30, 59.1, 60, 61, 900].map(describeWait)).toEqual([
    '1 秒',
    '30 秒',
    '60 秒',
    '1 分钟',
    '2 分钟',
    '15 分钟',
  ])
})
