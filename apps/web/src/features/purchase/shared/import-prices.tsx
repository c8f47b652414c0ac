import {
  currencyWords,
  extras,
  extraWords,
  foreignWords,
  goodsFen,
  rateWords,
  type ImportPrice,
} from '@portal/contract/purchase/import-price'
import type { ImportedItem } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'

const onTop = (p: ImportPrice) =>
  extras
    .filter((key) => p[key] > 0)
    .map((key) => `${extraWords[key]} ${formatMoney(p[key])}`)
    .join('，')

/** How the prices of imported items are made up, beside the contract prices. */
export function ImportPrices({ items }: { items: readonly ImportedItem[] }) {
  if (items.length === 0) return null
  const rows = items.map((i) => ({ ...i, price: i.importPrice }))
  return (
    <Card title="进口价格构成">
      <DataTable
        caption="进口价格构成"
        rows={rows}
        rowKey={(i) => i.id}
        columns={[
          { key: 'name', title: '设备', main: true },
          {
            key: 'foreign',
            title: '外币单价',
            align: 'right',
            render: ({ price }) => `${foreignWords(price)} ${price.priceTerm}`,
          },
          {
            key: 'rate',
            title: '汇率',
            render: ({ price }) =>
              `${currencyWords[price.currency]} ${rateWords(price.rateMicro)}（${price.rateOn}）`,
          },
          {
            key: 'goods',
            title: '货价',
            align: 'right',
            render: ({ price }) => <MoneyText fen={goodsFen(price)} />,
          },
          { key: 'extras', title: '其他费用', render: ({ price }) => onTop(price) || '—' },
          {
            key: 'dutyFree',
            title: '免税',
            render: ({ price }) =>
              price.dutyFree
                ? `科教用品免税${price.dutyFreeNumber ? `，${price.dutyFreeNumber}` : ''}`
                : '不免税',
          },
          {
            key: 'unitPriceFen',
            title: '预算单价',
            align: 'right',
            render: (i) => <MoneyText fen={i.unitPriceFen} strong />,
          },
          {
            key: 'contract',
            title: '合同单价',
            align: 'right',
            render: (i) =>
              i.contractPriceFen === null ? '—' : <MoneyText fen={i.contractPriceFen} strong />,
          },
        ]}
      />
    </Card>
  )
}
