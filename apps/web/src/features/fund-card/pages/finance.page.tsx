import { useSearchParams } from 'react-router'
import { fundCardStateWords, type MyFundCardRow } from '@portal/contract/fund-card/fund-card'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { cardTone, nameValidity } from '../fund-card.words.ts'
import { useMyCards } from '../fund-card.queries.ts'
import { CardDetail } from '../shared/card-detail.tsx'

/** 我的经费: the cards that the user owns or may use; with `card` in the address, one of them. */
export default function FinancePage() {
  const [query] = useSearchParams()
  const cardId = Number(query.get('card'))
  if (cardId) return <CardDetail key={cardId} cardId={cardId} back={to('/account/finance')} />
  return (
    <ListPage
      title="我的经费"
      extra={<ButtonLink to={to('/account/finance-report')}>费用报表</ButtonLink>}
      rows={useMyCards}
      columns={columns}
      filters={[
        { kind: 'text', name: 'keyword', label: '经费卡', placeholder: '卡号、名称或项目编号' },
        { kind: 'flag', name: 'usable', label: '只看可用' },
      ]}
      actions={[
        { label: '查看流水', can: 'view_ledger', to: (c) => to('/account/finance', { card: c.id }) },
        { label: '授权管理', can: 'authorise', to: (c) => `${to('/account/finance', { card: c.id })}#users` },
      ]}
      empty={{
        text: '您还没有经费卡，也没有获得他人授权。需要付款时，请联系课题负责人授权，或选择线下汇款。',
      }}
    />
  )
}

const columns: readonly Column<MyFundCardRow>[] = [
  { key: 'number', title: '卡号', main: true, width: 150 },
  { key: 'name', title: '名称' },
  { key: 'projectCode', title: '项目编号' },
  {
    key: 'owner',
    title: '持有人',
    render: (c) => (c.relation === 'owner' ? '本人' : `${c.owner.name}（授权使用）`),
  },
  { key: 'balance', title: '余额', align: 'right', render: (c) => <MoneyText fen={c.sums?.balanceFen} /> },
  { key: 'frozen', title: '冻结', align: 'right', render: (c) => <MoneyText fen={c.sums?.frozenFen} /> },
  { key: 'usable', title: '本人可用', align: 'right', render: (c) => <MoneyText fen={c.usableFen} strong /> },
  { key: 'validity', title: '有效期', render: nameValidity },
  {
    key: 'state',
    title: '状态',
    render: (c) => <StateTag tone={cardTone[c.state]} text={fundCardStateWords[c.state]} />,
  },
]
