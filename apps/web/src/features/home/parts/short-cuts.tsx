import { Link } from 'react-router'
import { opensToVisitors, screens, type ScreenPath } from '@portal/contract/screens'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'

const cuts: readonly { path: ScreenPath; title: string; text: string; icon: IconName }[] = [
  { path: '/osp-test/subscribe', title: '仪器预约', text: '按时间找空闲仪器', icon: 'device' },
  { path: '/osp/device-map', title: '仪器地图', text: '仪器在哪栋楼', icon: 'map' },
  { path: '/share/homepage', title: '仪器共享', text: '共享仪器与服务', icon: 'star' },
  { path: '/osp/laboratory', title: '实验室', text: '按实验室找仪器', icon: 'home' },
  { path: '/account/subscribe-list', title: '我的预约', text: '进度与取消', icon: 'flow' },
  { path: '/account/measure-list', title: '费用结算', text: '经费卡与汇款', icon: 'file' },
  { path: '/osp/policy', title: '政策法规', text: '国家与学校规定', icon: 'shield' },
  { path: '/osp/download', title: '下载中心', text: '表格与规程', icon: 'download' },
  { path: '/osp/helper', title: '帮助中心', text: '预约、付款指南', icon: 'help' },
  { path: '/osp/consulting', title: '咨询服务', text: '提问与答复', icon: 'bell' },
]

export function ShortCuts() {
  const visiting = useVisiting()
  const shown = visiting ? cuts.filter((c) => opensToVisitors(screens[c.path].access)) : cuts
  return (
    <nav className="home-cuts" aria-label="常用入口">
      {shown.map((c) => (
        <Link key={c.path} to={to(c.path)}>
          <i>
            <Icon name={c.icon} size={22} />
          </i>
          <span>
            <strong>{c.title}</strong>
            <small>{c.text}</small>
          </span>
        </Link>
      ))}
    </nav>
  )
}
