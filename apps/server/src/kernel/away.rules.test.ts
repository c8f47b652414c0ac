import { expect, test } from 'vitest'
import { isAway } from './away.rules.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error('something'), { code, ...more })

test('a connection that broke or cannot be made is away, a statement that was wrong is not', () => {
  const away = [
    ...['57P01', '57P02', '57P03', '53300', '08006', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT'].map(
      (code) => coded(code),
    ),
    coded('ENOENT', { syscall: 'connect' }),
    Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('timeout exceeded when trying to connect'),
  ]
  const here = [
    undefined,
    null,
    'ECONNRESET',
    new Error('no such table'),
    coded('23505'),
    coded('42P01'),
    coded('57014'),
    coded('53100'),
    coded('ENOENT', { syscall: 'open' }),
    coded('ENOSPC'),
  ]
  expect(away.filter((e) => !isAway(e))).toEqual([])
  expect(here.filter(isAway)).toEqual([])
})
