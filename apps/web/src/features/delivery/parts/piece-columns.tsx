import type { ContractItem, DeliveryPiece } from '@portal/contract/delivery/delivery'
import type { Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { pieceTag } from '../delivery.words.ts'

export const pieceColumns: readonly Column<DeliveryPiece>[] = [
  { key: 'name', title: '设备', main: true, render: (p) => `${p.name} 第 ${p.number} 台` },
  { key: 'factoryNumber', title: '出厂编号' },
  { key: 'manufacturer', title: '厂家' },
  { key: 'model', title: '型号', render: (p) => [p.model, p.spec].filter(Boolean).join(' / ') },
  { key: 'country', title: '产地' },
  { key: 'madeOn', title: '生产日期', phone: false },
  { key: 'warrantyUntil', title: '质保至', phone: false },
  { key: 'priceFen', title: '合同单价', align: 'right', render: (p) => <MoneyText fen={p.priceFen} /> },
  {
    key: 'state',
    title: '状态',
    render: (p) => (
      <>
        <StateTag {...pieceTag(p.state)} />
        {p.refusedReason && <small className="muted"> {p.refusedReason}</small>}
      </>
    ),
  },
]

export const itemColumns: readonly Column<ContractItem>[] = [
  { key: 'name', title: '合同设备', main: true },
  { key: 'manufacturer', title: '厂家' },
  { key: 'model', title: '型号', render: (i) => [i.model, i.spec].filter(Boolean).join(' / ') },
  { key: 'country', title: '产地' },
  { key: 'quantity', title: '数量', align: 'right' },
  { key: 'priceFen', title: '合同单价', align: 'right', render: (i) => <MoneyText fen={i.priceFen} /> },
]
