import { qualificationCalls } from '@portal/contract/qualification/qualification'
import { expect, test, vi } from 'vitest'
import { defineSavePeople } from './qualification.queries.ts'

const download = vi.hoisted(() => vi.fn())
vi.mock('../../lib/send.ts', async (original) => ({ ...(await original<object>()), download }))

test('the export tells how far it has come, and can be stopped', () => {
  const transfer = { signal: new AbortController().signal, onReceived: () => undefined }
  void defineSavePeople(5)({ state: 'valid' }, transfer)
  const asked = { params: { deviceId: 5 }, query: { state: 'valid' }, ...transfer }
  expect(download.mock.calls).toEqual([[qualificationCalls.export, asked, '上机资格.xlsx']])
})
