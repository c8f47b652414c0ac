import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { fundCardStateWords, type FundCardRow } from '@portal/contract/fund-card/fund-card'
import { edit } from '@portal/contract/kernel/permissions'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import {
  renewCards,
  saveCards,
  useCards,
  useRemoveCard,
  useResumeCard,
  useSuspendCard,
} from '../fund-card.queries.ts'
import { cardTone, nameValidity } from '../fund-card.words.ts'
import { AdjustForm, TopUpForm } from '../parts/balance-forms.tsx'
import { CardForm } from '../parts/card-form.tsx'
import { CardDetail } from './card-detail.tsx'

type Asked = { what: 'edit' | 'topUp' | 'adjust'; card: FundCardRow } | { what: 'new' }
const titles: Record<Asked['what'], string> = {
  new: '新建经费卡',
  edit: '修改经费卡',
  topUp: '经费卡充值',
  adjust: '经费卡调整',
}

/** Finance's management of cards: create, top up, adjust, close. With `card` in the address, one of them. */
export function CardManagement({ intro }: { intro: ReactNode }) {
  const [query] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [remove, suspend, resume] = [useRemoveCard(), useSuspendCard(), useResumeCard()]
  const mayEdit = useHolds(edit('FINANCIAL'))
  const here = to('/open-sharing/financial', { view: 'cards' })
  const cardId = Number(query.get('card'))
  if (cardId) return <CardDetail key={cardId} cardId={cardId} back={here} />
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<FundCardRow>
        title="财务管理"
        rows={useCards}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '经费卡', placeholder: '卡号、名称、项目编号或持有人' },
          {
            kind: 'select',
            name: 'enabled',
            label: '启用',
            options: [
              { value: 'true', label: '已启用' },
              { value: 'false', label: '已停用' },
            ],
          },
        ]}
        intro={intro}
        onExport={saveCards}
        extra={
          mayEdit && (
            <>
              <ImportButton kind="fund-card" onDone={() => void renewCards()} />
              <Button kind="primary" onClick={() => setAsked({ what: 'new' })}>
                新建经费卡
              </Button>
            </>
          )
        }
        actions={[
          {
            label: '流水',
            can: 'view_ledger',
            to: (c) => to('/open-sharing/financial', { view: 'cards', card: c.id }),
          },
          { label: '充值', can: 'top_up', run: (card) => setAsked({ what: 'topUp', card }) },
          { label: '修改', can: 'edit', run: (card) => setAsked({ what: 'edit', card }) },
          { label: '调整', can: 'adjust', run: (card) => setAsked({ what: 'adjust', card }) },
          {
            label: '停用',
            can: 'suspend',
            danger: true,
            confirm: (c) => ({
              title: `停用经费卡 ${c.number}？`,
              // Decision 055: bookings do not keep what they hold on the card; bills do.
              text: '停用后不能用于新的预约和结算。预约冻结的款项立即解冻：未使用的退回付款人另选经费卡，未及时确认的可能过期；已使用的在结算时另选。结算单和报销冻结的款项仍由财务扣款或退回。持有人和付款人会收到通知。',
              ok: '停用经费卡',
              cancel: '保持启用',
            }),
            reason: {
              label: '停用原因',
              required: true,
              maxLength: 200,
              picks: ['项目审计', '项目结题', '经费超支'],
            },
            run: (c, reason) =>
              suspend
                .run({ params: { id: c.id }, body: { reason } })
                .then(() => say('success', '经费卡已停用')),
          },
          {
            label: '启用',
            can: 'resume',
            run: (c) => resume.run({ params: { id: c.id } }).then(() => say('success', '经费卡已启用')),
          },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (c) => ({
              title: `删除经费卡 ${c.number}？`,
              text: '没有流水的卡才能删除，删除后不能恢复。',
              ok: '删除经费卡',
            }),
            run: (c) => remove.run({ params: { id: c.id } }).then(() => say('success', '经费卡已删除')),
          },
        ]}
        empty={{ text: '还没有经费卡' }}
      />
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={640}
      >
        {asked?.what === 'new' && <CardForm card={null} onDone={close} />}
        {asked?.what === 'edit' && <CardForm card={asked.card} onDone={close} />}
        {asked?.what === 'topUp' && <TopUpForm card={asked.card} onDone={close} />}
        {asked?.what === 'adjust' && <AdjustForm card={asked.card} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<FundCardRow>[] = [
  { key: 'number', title: '卡号', main: true, sort: true },
  { key: 'name', title: '名称', sort: true },
  { key: 'owner', title: '持有人', render: (c) => c.owner.name },
  { key: 'dept', title: '单位', render: (c) => c.dept?.name, phone: false },
  {
    key: 'balanceFen',
    title: '余额',
    align: 'right',
    sort: 'balance',
    render: (c) => <MoneyText fen={c.balanceFen} strong />,
  },
  { key: 'frozenFen', title: '冻结', align: 'right', render: (c) => <MoneyText fen={c.frozenFen} /> },
  {
    key: 'availableFen',
    title: '可用',
    align: 'right',
    sort: 'available',
    render: (c) => <MoneyText fen={c.availableFen} />,
  },
  { key: 'validity', title: '有效期', render: nameValidity, phone: false },
  {
    key: 'state',
    title: '状态',
    render: (c) => (
      <span title={c.disabledReason ?? undefined}>
        <StateTag tone={cardTone[c.state]} text={fundCardStateWords[c.state]} />
      </span>
    ),
  },
]
