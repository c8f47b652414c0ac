import { useSearchParams } from 'react-router'
import { scrapStateWords } from '@portal/contract/asset/asset'
import { assetCalls } from '@portal/contract/asset/calls'
import { scrapNumber } from '@portal/contract/asset/parts'
import type { ScrapRow } from '@portal/contract/asset/scrap'
import { formatShort, formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import { sinceColumn } from '../../../ui/list/since-column.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { saveScraps, decideScraps, useScraps } from '../asset.queries.ts'
import { scrapRefusalPicks, scrapTag } from '../asset.words.ts'
import { AssetNav } from '../shared/asset-nav.tsx'
import { scrap } from '../shared/scrap.process.tsx'
import { assetFilters as f, deviceColumn, labColumn } from '../parts/columns.tsx'
import { CorrectDisposal } from '../parts/correct-disposal.tsx'
import { ChangeScrap, SubmitScrap } from '../parts/scrap-steps.tsx'
import { PrintedScrap } from '../parts/scrap-sheet.tsx'

/** With `id` one scrapping, with `view=print` for paper; without it, all that concern the user. */
export default function ScrapsPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <List />
  return search.get('view') === 'print' ? (
    <PrintedScrap id={id} />
  ) : (
    <ProcessPage
      key={id}
      process={scrap}
      id={id}
      forms={{ change: ChangeScrap, submit: SubmitScrap, correct_disposal: CorrectDisposal }}
    />
  )
}

const columns: readonly Column<ScrapRow>[] = [
  { key: 'number', title: '报废单', main: true, sort: 'id', width: 130, render: (s) => s.number },
  deviceColumn<ScrapRow>(),
  labColumn<ScrapRow>(),
  {
    key: 'price',
    title: '原值',
    align: 'right',
    sort: 'priceFen',
    render: (s) => <MoneyText fen={s.priceFen} />,
  },
  { key: 'requester', title: '申请人', render: (s) => s.requester.name, phone: false },
  { key: 'state', title: '状态', render: (s) => <StateTag {...scrapTag(s.state)} /> },
  {
    key: 'income',
    title: '残值收入',
    align: 'right',
    render: (s) => <MoneyText fen={s.incomeFen} />,
    phone: false,
  },
  { key: 'createdAt', title: '申请时间', width: 120, render: (s) => formatShort(s.createdAt), phone: false },
  { ...sinceColumn, optional: true },
]

const decide = deciding(decideScraps, scrapNumber)
const sum = (rows: readonly ScrapRow[]) =>
  formatMoney(rows.reduce((total, s) => total + (s.priceFen ?? 0), 0))
const batch: readonly BatchAction<ScrapRow>[] = [
  {
    label: (n) => `通过 ${n} 张`,
    can: 'approve',
    confirm: (rows) => ({
      title: `通过 ${rows.length} 张报废申请？`,
      text: `原值共 ${sum(rows)}。每张单独处理，处理不了的会逐一说明。`,
      ok: `通过 ${rows.length} 张`,
    }),
    reason: opinionAsked,
    run: (rows, said) => decide(rows, 'approve', '通过', saidOrNull(said)),
  },
  {
    label: (n) => `退回 ${n} 张`,
    can: 'send_back',
    danger: true,
    confirm: (rows) => ({
      title: `退回 ${rows.length} 张报废申请？`,
      text: '申请人修改后可重新提交，专家意见作废。',
      ok: `退回 ${rows.length} 张`,
    }),
    reason: { label: '退回原因', required: true, picks: scrapRefusalPicks },
    run: (rows, reason) => decide(rows, 'send_back', '退回', reason),
  },
]

const findTodo = (s: ScrapRow): string =>
  s.can.includes('approve')
    ? '审批'
    : s.can.includes('dispose')
      ? '登记处置'
      : s.can.includes('submit')
        ? '提交'
        : '查看'

function List() {
  useLive(['me', 'inbox'], [assetCalls.scraps])
  const ask = (
    <ButtonLink kind="primary" to={to('/osp/asset/label', { do: 'scrap' })}>
      申请报废
    </ButtonLink>
  )
  return (
    <ListPage<ScrapRow>
      title="报废处置"
      rows={useScraps}
      intro={<AssetNav />}
      columns={columns}
      filters={[
        f.keyword,
        f.scope,
        { kind: 'select', name: 'state', label: '状态', options: listOptions(scrapStateWords) },
        f.lab,
        f.days,
      ]}
      actions={[
        { label: findTodo, to: (s) => to('/osp/asset/scraps', { id: s.id }) },
        { label: '打印', can: 'print', to: (s) => to('/osp/asset/scraps', { id: s.id, view: 'print' }) },
      ]}
      batch={batch}
      onExport={saveScraps}
      extra={ask}
      empty={{ text: '没有报废申请：可从仪器标签发起', action: ask }}
    />
  )
}
