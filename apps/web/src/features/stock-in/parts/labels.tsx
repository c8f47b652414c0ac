import { useSearchParams } from 'react-router'
import type { LabelRow } from '@portal/contract/stock-in/stock-in'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { useLabels } from '../stock-in.queries.ts'
import '../../../ui/print.css'
import './labels.css'

const forms = [
  { key: 'sheet', title: 'A4 标签纸（3×8，70×37 mm）' },
  { key: 'single', title: '单张标签（60×40 mm）' },
]

/** Labels for instruments, with a QR code that opens the instrument's page. */
export function Labels({ deviceIds }: { deviceIds: string }) {
  const form = useSearchParams()[0].get('form') === 'single' ? 'single' : 'sheet'
  const { data: labels, error, refetch } = useLabels({ query: { deviceIds } }, { staleTime: 0 })
  return (
    <section className="list-page" aria-label="打印标签">
      <header className="page-head no-print">
        <h1>打印标签{labels && `（${labels.length} 张）`}</h1>
        <div className="page-extra">
          <Button kind="primary" disabled={!labels?.length} onClick={() => globalThis.print()}>
            打印
          </Button>
        </div>
      </header>
      <LinkTabs label="标签规格" name="form" tabs={forms} value={form} keep={['devices']} />
      {!labels ? (
        <Card>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={6} height={40} />
          )}
        </Card>
      ) : labels.length === 0 ? (
        <Card>
          <Empty text="没有可以打印标签的仪器">
            <ButtonLink to={to('/osp/storage/list', { view: 'stockIn' })}>查看入库单</ButtonLink>
          </Empty>
        </Card>
      ) : (
        <div className="labels" data-form={form}>
          {/* The label's paper size, independent of the printer's settings. */}
          <style>
            {form === 'single' ? '@page { size: 60mm 40mm; margin: 0 }' : '@page { size: A4; margin: 0 }'}
          </style>
          {labels.map((l) => (
            <Label key={l.deviceId} label={l} />
          ))}
        </div>
      )}
    </section>
  )
}

const Label = ({ label: l }: { label: LabelRow }) => (
  <article className="label" aria-label={`${l.name} 的标签`}>
    <QrCode text={new URL(l.url, location.origin).href} title={`${l.serialId} 的二维码`} />
    <dl>
      <dt>资产编号</dt>
      <dd>
        <b>{l.serialId}</b>
      </dd>
      <dt>名称</dt>
      <dd>{l.name}</dd>
      <dt>型号</dt>
      <dd>{l.model ?? '—'}</dd>
      <dt>单位</dt>
      <dd>
        {l.dept} {l.lab}
      </dd>
      <dt>存放地点</dt>
      <dd>{l.room ?? '—'}</dd>
      <dt>保管人</dt>
      <dd>{l.keeper ?? '—'}</dd>
      <dt>购置</dt>
      <dd>{l.boughtOn ?? '—'}</dd>
    </dl>
  </article>
)
