import { useId, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { actorWords, stepWords } from '@portal/contract/approval/approval'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useDeviceChoices, useDeviceName, usePreview } from '../policy.queries.ts'
import { nameTimeout } from '../policy.words.ts'

/** Shows who would have to approve if this person booked this instrument for this amount. */
export function PolicyPreview({ intro }: { intro: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const [device, person, amount] = [useId(), useId(), useId()]
  const parseNumber = (name: string) => (search.get(name) ? Number(search.get(name)) : null)
  const set = (name: string, value: number | null | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === null || value === undefined) next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const deviceId = parseNumber('deviceId')
  const name = useDeviceName(deviceId)
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>审核配置</h1>
      </header>
      {intro}
      <Card title="假设一次预约">
        <div
          style={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
            gap: 16,
          }}
        >
          <div>
            <label htmlFor={device}>仪器</label>
            <AsyncSelect
              id={device}
              useOptions={useDeviceChoices}
              value={deviceId}
              known={deviceId ? { value: deviceId, label: name ?? `仪器 ${deviceId}` } : undefined}
              onChange={(v) => set('deviceId', v === null ? null : Number(v))}
              placeholder="输入仪器名称"
            />
          </div>
          <div>
            <label htmlFor={person}>预约人</label>
            <PersonSelect id={person} value={parseNumber('userId')} onChange={(v) => set('userId', v)} />
          </div>
          <div>
            <label htmlFor={amount}>预估金额</label>
            <MoneyInput
              id={amount}
              value={parseNumber('amountFen')}
              onChange={(fen) => set('amountFen', fen)}
            />
          </div>
        </div>
      </Card>
      <Card title="审核环节和审核人">
        {deviceId ? (
          <Steps deviceId={deviceId} userId={parseNumber('userId')} amountFen={parseNumber('amountFen')} />
        ) : (
          <Empty text="请选择仪器，查看预约会经过哪些环节、由谁审核" />
        )}
      </Card>
    </section>
  )
}

type Step = NonNullable<ReturnType<typeof usePreview>['data']>['steps'][number]

function Steps({
  deviceId,
  userId,
  amountFen,
}: {
  deviceId: number
  userId: number | null
  amountFen: number | null
}) {
  const { data, error, refetch } = usePreview({
    query: { deviceId, ...(userId && { userId }), ...(amountFen !== null && { amountFen }) },
  })
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={3} height={28} />
    )
  return (
    <>
      <DataTable caption="审核环节和审核人" columns={columns} rows={data.steps} rowKey={(s) => s.step} />
      <p className="muted" style={{ marginTop: 8 }}>
        未选预约人时以您自己为例，并以预约人自己付款为准：由他人付款时，先由付款人确认。预约人不会成为自己预约的审核人；某环节无人可审时，由实验室主任、再由系统管理员处理。
      </p>
    </>
  )
}

const columns: readonly Column<Step>[] = [
  { key: 'step', title: '环节', main: true, render: (s) => stepWords('booking', s.step) },
  {
    key: 'required',
    title: '是否需要',
    render: (s) =>
      s.required ? <StateTag tone="waiting" text="需要" /> : <StateTag tone="draft" text="跳过" />,
  },
  { key: 'role', title: '审核角色', render: (s) => s.required && actorWords[s.role] },
  {
    key: 'names',
    title: '审核人',
    render: (s) =>
      s.required &&
      (s.names.length
        ? `${s.names.join('、')}${s.people > s.names.length ? ` 等 ${s.people} 人` : ''}`
        : '无'),
  },
  { key: 'timeout', title: '超时处理', render: (s) => s.required && nameTimeout(s) },
  { key: 'policy', title: '依据', render: (s) => (s.policyId === null ? '内置规则' : `配置 ${s.policyId}`) },
]
