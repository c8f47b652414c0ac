import { deviceCalls } from '@portal/contract/device/device'
import { openingCalls } from '@portal/contract/opening/opening'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { useEndPricePlan, useRemoveWindow, useShareDevice } from './opening.queries.ts'

stubCalls({
  'POST /api/v2/price-plan/{id}/end': null,
  'DELETE /api/v2/device-open-time/{id}': null,
  'PUT /api/maintain/device/operate/{id}': null,
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('a price that ends, hours that are removed and an instrument that is shared show at once in lists', async () => {
  const brief = makeKey(pricePlanCalls.brief, { query: { deviceIds: '3' } })
  const free = makeKey(openingCalls.availability, { query: { deviceIds: '3' } })
  const labs = makeKey(deviceCalls.labs, {})
  for (const key of [brief, free, labs]) queryClient.setQueryData(key, [])
  const listRenewed = () => [brief, free, labs].map((key) => queryClient.getQueryState(key)?.isInvalidated)
  const { result } = renderHook(
    () => ({ end: useEndPricePlan(), remove: useRemoveWindow(), share: useShareDevice() }),
    { wrapper },
  )
  const { end, remove, share } = result.current
  await act(async () => void (await end.run({ params: { id: 7 }, body: { lastDay: '2026-03-15' } })))
  expect(listRenewed()).toEqual([true, false, false])
  await act(async () => void (await remove.run({ params: { id: 8 } })))
  expect(listRenewed()).toEqual([true, true, false])
  await act(async () => void (await share.run({ params: { id: 3 }, body: { event: 'share' } })))
  expect(listRenewed()).toEqual([true, true, true])
})
