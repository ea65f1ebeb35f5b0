"""The shape families: each draws one instance with a `Sculptor` from a few parameters with real sizes (metres)."""

from __future__ import annotations

from collections.abc import Callable

from envs.home.objects.families import (
    baking,
    clothing,
    cookware,
    dispensers,
    figures,
    gadgets,
    holders,
    lights,
    machines,
    packages,
    paper,
    plants,
    produce,
    tableware,
    tools,
    toys,
    vessels,
)

FAMILIES: dict[str, Callable[..., None]] = {
    **{f.__name__: f for f in (vessels.mug, vessels.glass, vessels.bottle, vessels.jar, vessels.can)},
    **{
        f.__name__: f
        for f in (dispensers.pump, dispensers.sprayer, dispensers.aerosol, dispensers.tube, dispensers.shaker)
    },
    **{f.__name__: f for f in (plants.planted, plants.vase)},
    **{f.__name__: f for f in (tableware.bowl, tableware.plate, tableware.tray, tableware.basket)},
    **{f.__name__: f for f in (cookware.pot, cookware.pan, cookware.jug)},
    **{f.__name__: f for f in (packages.carton, packages.bag)},
    **{f.__name__: f for f in (paper.book, paper.roll, paper.frame)},
    **{f.__name__: f for f in (produce.fruit, produce.heads, produce.stick)},
    **{f.__name__: f for f in (baking.bread, baking.ring, baking.cake)},
    **{f.__name__: f for f in (tools.tool, tools.pen, tools.pair, tools.rolling, tools.small_steel)},
    **{f.__name__: f for f in (gadgets.slab, gadgets.keys, gadgets.mouse, gadgets.camera)},
    **{f.__name__: f for f in (machines.clock, machines.scales)},
    **{f.__name__: f for f in (lights.headset, lights.torch, lights.battery)},
    **{f.__name__: f for f in (toys.plush, toys.car, toys.block, toys.instrument)},
    **{f.__name__: f for f in (figures.figure, figures.ball)},
    **{f.__name__: f for f in (clothing.shoe, clothing.hat, clothing.cloth, clothing.cushion)},
    **{f.__name__: f for f in (holders.bar, holders.candle, holders.stand)},
}
"""Family word -> its function; its keyword parameters are what a category may set."""
