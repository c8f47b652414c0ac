import { expect, test } from 'vitest'
import { explainFault, readServer } from './setting.rules.ts'

test('an address of a server is told without its password', () => {
  expect(readServer('smtps://portal%40x.edu:secret@mail.x.edu', '平台 <portal@x.edu>')).toEqual({
    host: 'mail.x.edu',
    port: 465,
    security: 'tls',
    username: 'portal@x.edu',
    hasPassword: true,
    fromName: '平台',
    fromAddress: 'portal@x.edu',
  })
  expect(readServer('smtp://mail.x.edu:2525', 'portal@x.edu')).toMatchObject({
    port: 2525,
    security: 'starttls',
    username: null,
    hasPassword: false,
    fromName: '',
    fromAddress: 'portal@x.edu',
  })
})

test('what the mail client reports is said in words', () => {
  expect(['EAUTH', 'ETLS', 'EENVELOPE', 'ECONNECTION', 'ETIMEDOUT', undefined].map(explainFault)).toEqual([
    'MAIL_LOGIN',
    'MAIL_TLS',
    'MAIL_TURNED_AWAY',
    'MAIL_UNREACHABLE',
    'MAIL_UNREACHABLE',
    'MAIL_UNREACHABLE',
  ])
})
