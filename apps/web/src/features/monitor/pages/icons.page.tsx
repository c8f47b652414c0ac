import { Input } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { say } from '../../../lib/tell.ts'
import { Icon, iconNames, type IconName } from '../../../ui/icon.tsx'
import { Empty } from '../../../ui/light.tsx'
import '../parts/monitor.css'

/** All icons of the portal, searchable by name and meaning. */
export default function IconsPage() {
  const [search, setSearch] = useSearchParams()
  const id = useId()
  const keyword = (search.get('keyword') ?? '').trim().toLowerCase()
  const found = iconNames.filter((name) => `${name} ${words[name]}`.toLowerCase().includes(keyword))
  return (
    <section className="list-page" aria-label="图标">
      <header className="page-head">
        <h1>图标</h1>
      </header>
      <div className="card" style={{ display: 'grid', gap: 16 }}>
        <div style={{ maxWidth: 360 }}>
          <label htmlFor={id} className="sr-only">
            搜索图标
          </label>
          <Input
            id={id}
            allowClear
            value={search.get('keyword') ?? ''}
            placeholder="名称或含义，如 device、仪器"
            onChange={(e) => setSearch(e.target.value ? { keyword: e.target.value } : {}, { replace: true })}
          />
        </div>
        <p className="muted" role="status">
          共 {found.length} 个，点击复制名称
        </p>
        {found.length === 0 ? (
          <Empty text="没有匹配的图标" />
        ) : (
          <ul className="icon-grid">
            {found.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => void copy(name)}
                  aria-label={`复制 ${name}，${words[name]}`}
                >
                  <Icon name={name} size={28} />
                  <code>{name}</code>
                  <span>{words[name]}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

async function copy(name: IconName): Promise<void> {
  try {
    await navigator.clipboard.writeText(name)
    say('success', `已复制 ${name}`)
  } catch {
    say('warning', `浏览器不允许复制，请手动输入：${name}`)
  }
}

const words: Record<IconName, string> = {
  home: '首页',
  search: '搜索',
  user: '用户',
  menu: '菜单',
  close: '关闭',
  plus: '放大、添加',
  minus: '缩小、移除',
  down: '向下',
  right: '向右',
  left: '向左',
  more: '更多',
  full: '全屏',
  out: '退出',
  sun: '浅色',
  moon: '深色',
  gear: '设置',
  device: '仪器',
  box: '箱子',
  file: '文件',
  chart: '统计',
  flow: '流程',
  form: '表单',
  map: '地图',
  wifi: '物联',
  eye: '查看',
  eyeOff: '隐藏',
  check: '完成',
  info: '提示',
  warn: '警告',
  help: '帮助',
  back: '返回',
  print: '打印',
  download: '下载',
  lock: '锁定',
  shield: '安全',
  upload: '上传',
  up: '向上',
  star: '收藏',
  calendar: '日历',
  bell: '消息',
}
