import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { assetCalls } from '@portal/contract/asset/calls'
import {
  stocktakeStateWords,
  type StocktakeDetail,
  type StocktakeRow,
} from '@portal/contract/asset/stocktake'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { Modal } from '../../../ui/modal.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useHolds } from '../../../lib/session.ts'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import {
  saveStocktakes,
  useCloseStocktake,
  useOpenStocktake,
  useRemoveStocktake,
  useStocktake,
  useStocktakes,
} from '../asset.queries.ts'
import { AssetNav } from '../shared/asset-nav.tsx'
import { Differences, DifferenceSheet } from '../parts/differences.tsx'
import { ScanForm } from '../parts/scan-form.tsx'
import { Scans } from '../parts/scans.tsx'
import '../parts/asset.css'

/**
 * With `id` one stocktake, with `view=print` its differences for paper; without it, those in which the user
 * takes part.
 */
export default function StocktakesPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  return id ? <One key={id} id={id} printed={search.get('view') === 'print'} /> : <List />
}

const findTag = (state: StocktakeRow['state']) => ({
  tone: state === 'open' ? ('active' as const) : ('stopped' as const),
  text: stocktakeStateWords[state],
})
const columns: readonly Column<StocktakeRow>[] = [
  { key: 'title', title: '盘点', main: true },
  { key: 'year', title: '年度', align: 'right' },
  { key: 'dept', title: '范围', render: (s) => s.dept?.name ?? '全校' },
  { key: 'state', title: '状态', render: (s) => <StateTag {...findTag(s.state)} /> },
  { key: 'createdBy', title: '发起人', render: (s) => s.createdBy.name, phone: false },
  { key: 'createdAt', title: '开始时间', render: (s) => formatMinute(s.createdAt), phone: false },
  {
    key: 'closedAt',
    title: '结束时间',
    render: (s) => (s.closedAt ? formatMinute(s.closedAt) : '—'),
    phone: false,
  },
]

const YEARS = 10
const thisYear = () => Number(formatDay(new Date()).slice(0, 4))
const filters: readonly Filter[] = [
  { kind: 'select', name: 'state', label: '状态', options: listOptions(stocktakeStateWords) },
  {
    kind: 'select',
    name: 'year',
    label: '年度',
    options: () =>
      Array.from({ length: YEARS }, (_, i) => ({ value: thisYear() - i, label: `${thisYear() - i} 年` })),
  },
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
]

function List() {
  const [asked, setAsked] = useState(false)
  const office = useHolds(['PURCHASE_ALL'])
  const open = office && (
    <Button kind="primary" onClick={() => setAsked(true)}>
      开始盘点
    </Button>
  )
  return (
    <>
      <ListPage<StocktakeRow>
        title="年度盘点"
        rows={useStocktakes}
        onExport={saveStocktakes}
        intro={<AssetNav />}
        columns={columns}
        filters={filters}
        actions={[
          {
            label: (s) => (s.state === 'open' ? '进入盘点' : '查看差异'),
            to: (s) => to('/osp/asset/stocktakes', { id: s.id }),
          },
        ]}
        extra={open}
        empty={{ text: '没有您参与的盘点：由设备处按年度发起', ...(open && { action: open }) }}
      />
      <Modal open={asked} title="开始盘点" footer={null} onCancel={() => setAsked(false)} destroyOnHidden>
        <OpenForm onCancel={() => setAsked(false)} />
      </Modal>
    </>
  )
}

interface Values {
  title?: string
  year?: number
  deptId?: number | null
}
function OpenForm({ onCancel }: { onCancel: () => void }) {
  const go = useNavigate()
  const depts = useDeptOptions()
  const year = thisYear()
  const form = useSubmit<typeof assetCalls.openStocktake, Values>(useOpenStocktake(), {
    initial: { title: `${year} 年度仪器设备盘点`, year, deptId: null },
    args: ({ title = '', year: y = 0, deptId = null }) => ({ body: { title, year: y, deptId } }),
    done: '盘点已开始',
    after: ({ id }) => void go(to('/osp/asset/stocktakes', { id })),
  })
  return (
    <FormPage form={form} submit="开始盘点" onCancel={onCancel}>
      <Field name="title" label="盘点名称">
        <Input maxLength={100} />
      </Field>
      <Field name="year" label="年度">
        <InputNumber min={2000} max={2100} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="deptId" label="范围" hint="不选则为全校；包含下级单位">
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={depts} placeholder="全校" />
      </Field>
    </FormPage>
  )
}

function One({ id, printed }: { id: number; printed: boolean }) {
  const query = useStocktake({ params: { id } }, { staleTime: 0 })
  if (printed && query.data) return <DifferenceSheet stocktake={query.data} />
  return (
    <DetailPage
      query={query}
      name="盘点"
      list={{ to: to('/osp/asset/stocktakes'), text: '全部盘点' }}
      title={(s) => (
        <>
          {s.title} <StateTag {...findTag(s.state)} />
        </>
      )}
      extra={(s) => <Actions stocktake={s} />}
    >
      {(s) => (
        <>
          <Progress stocktake={s} />
          {s.can.includes('scan') && (
            <Card title="盘点登记">
              <ScanForm stocktakeId={s.id} />
            </Card>
          )}
          <Differences stocktake={s} />
          <Scans stocktake={s} />
        </>
      )}
    </DetailPage>
  )
}

function Actions({ stocktake: s }: { stocktake: StocktakeDetail }) {
  const { run } = useCloseStocktake()
  const remove = useRemoveStocktake()
  const go = useNavigate()
  return (
    <>
      <ButtonLink to={to('/osp/asset/stocktakes', { id: s.id, view: 'print' })}>打印差异表</ButtonLink>
      {s.can.includes('remove') && (
        <ConfirmButton
          title="撤销这次盘点？"
          text="用于发起有误的盘点：还没有任何登记，撤销后不保留记录。"
          ok="撤销盘点"
          onConfirm={async () => {
            await remove.run({ params: { id: s.id } })
            say('success', '盘点已撤销')
            await go(to('/osp/asset/stocktakes'))
          }}
        >
          撤销盘点
        </ConfirmButton>
      )}
      {s.can.includes('close') && (
        <ConfirmButton
          title="结束盘点？"
          text={`还有 ${s.differences.missing} 台未盘到。结束后不能再登记，差异随之固定。`}
          ok="结束盘点"
          onConfirm={() => run({ params: { id: s.id } }).then(() => say('success', '盘点已结束'))}
        >
          结束盘点
        </ConfirmButton>
      )}
    </>
  )
}

const Progress = ({ stocktake: s }: { stocktake: StocktakeDetail }) => (
  <Card title="盘点进度">
    <progress
      aria-label="盘点进度"
      value={s.found}
      max={Math.max(1, s.expected)}
      style={{ width: '100%', height: 10 }}
    />
    <Facts
      items={[
        { label: '范围', value: s.dept?.name ?? '全校' },
        { label: '年度', value: s.year },
        { label: '已盘', value: `${s.found} / ${s.expected} 台` },
        { label: '发起', value: `${s.createdBy.name}，${formatMinute(s.createdAt)}` },
        s.closedAt !== null && { label: '结束', value: formatMinute(s.closedAt) },
      ]}
    />
  </Card>
)
