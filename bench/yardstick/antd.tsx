import { Button, Form, Input, Select, Table } from 'antd'
import { createRoot } from 'react-dom/client'

// A minimal list with antd: filters and a table of twenty rows that need no request.

const rows = Array.from({ length: 20 }, (_, i) => ({
  id: i + 1,
  device: `场发射扫描电子显微镜 ${i + 1}`,
  period: '2026-11-22 周日 08:00–09:30',
  state: '已完成',
  payer: '陈志远',
}))
const columns = [
  { dataIndex: 'id', title: '预约单号' },
  { dataIndex: 'device', title: '仪器' },
  { dataIndex: 'period', title: '预约时段' },
  { dataIndex: 'state', title: '状态' },
  { dataIndex: 'payer', title: '付款人' },
]

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <>
      <Form layout="inline">
        <Form.Item name="keyword" label="关键词">
          <Input placeholder="单号、仪器或姓名" />
        </Form.Item>
        <Form.Item name="state" label="状态">
          <Select
            placeholder="全部"
            style={{ width: 160 }}
            options={[{ value: 'finished', label: '已完成' }]}
          />
        </Form.Item>
        <Button type="primary">查询</Button>
      </Form>
      <Table rowKey="id" columns={columns} dataSource={rows} pagination={false} />
    </>,
  )
