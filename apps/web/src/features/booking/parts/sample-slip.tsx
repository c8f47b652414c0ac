import { bookingStateWords } from '@portal/contract/booking/booking'
import type { BookingDetail, SampleRow } from '@portal/contract/booking/row'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperTable } from '../../../ui/paper.tsx'
import { Period } from '../../../ui/period.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

/** 送样单 on A4: goes to the laboratory with the samples, and is signed where they change hands. */
export function SampleSlip({ booking: b }: { booking: BookingDetail }) {
  const page = to('/appointment/orderDetail', { id: b.id })
  const asks = b.sampleColumns.length > 0
  return (
    <Paper
      title="送样单"
      back={{ to: page, text: '返回预约单' }}
      head={[`预约单：${b.id}`, `状态：${bookingStateWords[b.state]}`, `提交日期：${formatDay(b.createdAt)}`]}
      signs={['送样人签字', '送样日期', '收样人签字', '收样日期']}
    >
      <PaperFacts
        items={[
          ['仪器', b.device.name],
          ['资产编号', b.device.serialId],
          ['实验室', b.lab.name],
          ['测试时间', b.startAt ? <Period from={b.startAt} to={b.endAt} /> : '待安排'],
          ['预约人', b.booker.name],
          ['送样人', b.experimenter.name],
          ['联系电话', b.phone],
          ['付款人', b.payer.name],
          ['课题名称', b.project],
          ['样品件数', b.sampleCount],
        ]}
      />
      <h2>样品</h2>
      <PaperTable
        heads={[
          '样品名称',
          '数量',
          '形态',
          '危险性',
          '测试要求',
          ...(asks ? ['附加信息'] : []),
          '退还',
          '收样核对',
        ]}
      >
        {b.samples.map((s) => (
          <tr key={s.id}>
            <td>{s.name}</td>
            <td className="num">{s.count}</td>
            <td>{s.form}</td>
            <td>{s.hazard}</td>
            <td>{s.wishes}</td>
            {asks && (
              <td>
                {listAnswers(b.sampleColumns, s).map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </td>
            )}
            <td className="short">{s.returnWanted ? '需退还' : '不退还'}</td>
            {/* Ticked by hand. */}
            <td>□</td>
          </tr>
        ))}
      </PaperTable>
      <h2>预约用途</h2>
      <pre>{b.purpose}</pre>
      {b.remark && <p>备注：{b.remark}</p>}
      <p className="paper-code">
        <QrCode text={new URL(page, location.origin).href} title={`预约单 ${b.id} 的二维码`} />
        扫码打开预约单，登记收样和退还。
      </p>
    </Paper>
  )
}

const listAnswers = (titles: readonly string[], { cells }: SampleRow): string[] =>
  titles.flatMap((title, i) => (cells[i] == null ? [] : [`${title}：${cells[i]}`]))
