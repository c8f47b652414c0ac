import { expect, test } from 'vitest'
import { readPem } from './read-pem.ts'

const PEM = ['-----BEGIN CERTIFICATE-----', 'MAMCAQE=', '-----END CERTIFICATE-----'].join('\n')

test('a certificate is the same text whether its file is PEM or DER', async () => {
  expect(await readPem(new Blob([`${PEM}\n`]))).toBe(PEM)
  expect(await readPem(new Blob([new Uint8Array([0x30, 3, 2, 1, 1])]))).toBe(PEM)
})

test('an empty or a large file is none', async () => {
  expect(await readPem(new Blob([]))).toBeNull()
  expect(await readPem(new Blob([new Uint8Array(40_000)]))).toBeNull()
})
