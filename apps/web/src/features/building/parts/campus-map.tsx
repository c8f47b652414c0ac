import L from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CampusMap as MapData, MapBuilding } from '@portal/contract/campus-map/campus-map'
import 'leaflet/dist/leaflet.css'
import './campus-map.css'

interface Props {
  map: MapData
  /** Buildings with a position get a pin. */
  buildings: readonly MapBuilding[]
  chosen: number | null
  onChoose: (id: number) => void
  /**
   * Called for a click on empty ground, with `placing` for any click; x and y are fractions (0 to 1) of width
   * and height.
   */
  onPlace?: ((at: { x: number; y: number }) => void) | undefined
  placing?: boolean
}

/**
 * The map of a campus: a picture or outlines in its own units, without tiles. The list beside it has the same
 * content for users who cannot see or point; the pins are buttons nevertheless.
 */
export default function CampusMap({ map, buildings, chosen, onChoose, onPlace, placing = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const leaflet = useRef<L.Map | null>(null)
  const pins = useRef(new Map<number, L.Marker>())
  const outlines = useRef(new Map<number, L.Path[]>())
  const choose = useEffectEvent(onChoose)
  const place = useEffectEvent((at: L.LatLng) =>
    onPlace?.({ x: clamp(at.lng / map.width), y: clamp(-at.lat / map.height) }),
  )

  useEffect(() => {
    if (!box.current) return
    const bounds = L.latLngBounds([-map.height, 0], [0, map.width])
    const made = L.map(box.current, {
      crs: L.CRS.Simple,
      attributionControl: false,
      zoomControl: false,
      minZoom: -6,
      maxZoom: 3,
      zoomSnap: 0,
      zoomDelta: 0.5,
      maxBounds: bounds.pad(0.2),
      scrollWheelZoom: false,
    })
    L.control.zoom({ zoomInTitle: '放大', zoomOutTitle: '缩小' }).addTo(made)
    if (map.url) L.imageOverlay(map.url, bounds, { alt: `${map.campus}地图` }).addTo(made)
    const drawn = outlines.current
    for (const { kind, points, name, buildingId } of map.shapes) {
      const at = points.map((ring) => ring.map(([x, y]): L.LatLngTuple => [-y, x]))
      const options = { className: `map-${kind}`, interactive: buildingId !== null }
      const path = kind === 'line' ? L.polyline(at, options) : L.polygon(at, options)
      path.addTo(made)
      if (name && kind === 'area')
        path.bindTooltip(name, { permanent: true, direction: 'center', className: 'map-label' })
      if (buildingId !== null) {
        path.on('click', () => choose(buildingId))
        drawn.set(buildingId, [...(drawn.get(buildingId) ?? []), path])
      }
    }
    made.on('click', (e) => place(e.latlng))
    made.fitBounds(bounds)
    leaflet.current = made
    // The list beside the map may fold, which changes the box's size without a resize of the window.
    const watch = new ResizeObserver(() => made.invalidateSize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      made.remove()
      leaflet.current = null
      drawn.clear()
    }
  }, [map])

  useEffect(() => {
    const made = leaflet.current
    if (!made) return
    const layer = L.layerGroup().addTo(made)
    const known = pins.current
    for (const b of buildings) {
      if (b.x === null || b.y === null) continue
      const icon = L.divIcon({
        className: 'map-pin',
        html: `<b><i>${b.devices}</i></b>`,
        iconSize: [34, 34],
        iconAnchor: [17, 34],
      })
      const pin = L.marker([-b.y * map.height, b.x * map.width], {
        icon,
        title: b.name,
        riseOnHover: true,
      }).addTo(layer)
      pin.getElement()?.setAttribute('aria-label', `${b.name}，${b.devices} 台共享仪器`)
      pin.on('click', () => choose(b.id))
      known.set(b.id, pin)
    }
    return () => {
      layer.remove()
      known.clear()
    }
  }, [buildings, map])

  useEffect(() => {
    for (const [id, pin] of pins.current) {
      pin.getElement()?.toggleAttribute('data-chosen', id === chosen)
      pin.setZIndexOffset(id === chosen ? 1000 : 0)
    }
    for (const [id, paths] of outlines.current)
      for (const path of paths) path.getElement()?.toggleAttribute('data-chosen', id === chosen)
    const at = chosen === null ? undefined : pins.current.get(chosen)?.getLatLng()
    if (at && leaflet.current && !leaflet.current.getBounds().pad(-0.1).contains(at))
      leaflet.current.panTo(at)
  }, [chosen, buildings, map])

  return (
    <div
      ref={box}
      className="campus-map"
      role="region"
      aria-label={`${map.campus}地图，右侧列表列出同样的楼宇`}
      data-placing={placing || undefined}
    />
  )
}

const clamp = (n: number) => Math.min(1, Math.max(0, Math.round(n * 10_000) / 10_000))
