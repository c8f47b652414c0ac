import { useState } from 'react'
import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { pointsText, sumWeights } from '@portal/contract/benefit/score'
import { benefitItems, benefitItemWords } from '@portal/contract/benefit/scheme'
import { EMPTY, formatMoney } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Button, Card, Skeleton } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { schemeText } from '../benefit.words.ts'
import { removeScheme, startScheme, useSchemes } from '../benefit.queries.ts'
import { DueForm } from './due-form.tsx'
import { SchemeForm } from './scheme-form.tsx'
import { SchemeRules } from './scheme-rules.tsx'

type Doing = { of: 'add'; from: SchemeRow | null } | { of: 'edit' | 'due' | 'show'; scheme: SchemeRow }

const columns: readonly Column<SchemeRow>[] = [
  { key: 'year', title: '年度', main: true, render: schemeText },
  {
    key: 'scope',
    title: '评价范围',
    render: (s) => `${s.prefixes.join('、')} 类，原值 ${formatMoney(s.minPriceFen)} 及以上`,
  },
  {
    key: 'weights',
    title: `权重（${benefitItems.map((i) => benefitItemWords[i]).join('/')}）`,
    render: ({ rules: { weights } }) => (
      <span className="num">
        {benefitItems.map((i) => weights[i] / 100).join('/')}，合计 {pointsText(sumWeights(weights))}
      </span>
    ),
  },
  { key: 'dueOn', title: '填报截止', render: (s) => s.dueOn ?? EMPTY },
  { key: 'evaluations', title: '已发起', align: 'right' },
  { key: 'published', title: '已公布', align: 'right' },
]

/** The server starts some hundreds per request; repeats until none is left, and shows the total. */
async function startAll({ id }: SchemeRow): Promise<void> {
  let all = 0
  for (;;) {
    const { started, left } = await startScheme.run({ params: { id } })
    all += started
    if (left === 0 || started === 0) break
    say('info', `已发起 ${all} 台，还有 ${left} 台`)
  }
  say('success', all === 0 ? '评价范围内的仪器都已发起' : `已发起 ${all} 台仪器的评价，并通知仪器联系人`)
}

/** The schemes of each year; the equipment office edits them, everyone may read them. */
export function SchemeList() {
  const { data, error, refetch } = useSchemes()
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} height={28} />
  const actions: readonly RowAction<SchemeRow>[] = [
    { label: '查看', run: (scheme) => setDoing({ of: 'show', scheme }) },
    {
      label: '发起评价',
      can: 'start',
      confirm: (s) => ({
        title: `发起 ${schemeText(s)}效益评价？`,
        text: `为评价范围内尚未发起的每台仪器建立评价单，并通知仪器联系人${s.dueOn ? `于 ${s.dueOn} 前` : ''}填报。`,
        ok: '发起评价',
      }),
      run: startAll,
    },
    { label: '修改', can: 'edit', run: (scheme) => setDoing({ of: 'edit', scheme }) },
    { label: '调整截止日期', can: 'due', run: (scheme) => setDoing({ of: 'due', scheme }) },
    {
      label: '复制为新年度',
      show: () => data.can.includes('add'),
      run: (from) => setDoing({ of: 'add', from }),
    },
    {
      label: '删除',
      can: 'remove',
      danger: true,
      confirm: (s) => ({ title: `删除 ${schemeText(s)}评价方案？`, ok: '删除方案' }),
      run: (s) => removeScheme.run({ params: { id: s.id } }),
    },
  ]
  return (
    <>
      {data.can.includes('add') && (
        <Card>
          <div className="choose-bar">
            <Button kind="primary" onClick={() => setDoing({ of: 'add', from: data.items[0] ?? null })}>
              {data.items.length > 0 ? '新增方案（复制最近年度）' : '新增方案'}
            </Button>
            <span className="muted">按方案公布评价后，方案随即固定，只能调整填报截止日期。</span>
          </div>
        </Card>
      )}
      <TableCard<SchemeRow>
        title="评价方案"
        rows={data.items}
        columns={columns}
        actions={actions}
        empty="还没有评价方案，由设备处按年度设置"
      />
      <Modal
        open={doing !== null}
        title={findTitle(doing)}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={doing?.of === 'due' ? 420 : 960}
      >
        {doing?.of === 'add' && <SchemeForm from={doing.from} onDone={close} />}
        {doing?.of === 'edit' && <SchemeForm scheme={doing.scheme} onDone={close} />}
        {doing?.of === 'due' && <DueForm scheme={doing.scheme} onDone={close} />}
        {doing?.of === 'show' && <SchemeRules scheme={doing.scheme} />}
      </Modal>
    </>
  )
}
function findTitle(doing: Doing | null): string {
  if (doing === null) return ''
  if (doing.of === 'add') return '新增评价方案'
  const year = schemeText(doing.scheme)
  return { edit: `修改 ${year}评价方案`, due: `${year}填报截止日期`, show: `${year}评价方案` }[doing.of]
}
