"""The shape families: each draws one instance with a `Sculptor` from a few parameters with real sizes (metres)."""

from __future__ import annotations

from collections.abc import Callable

from envs.home.objects.families import food, gadgets, packages, tableware, tools, toys, vessels, wear

FAMILIES: dict[str, Callable[..., None]] = {
    **{f.__name__: f for f in (vessels.mug, vessels.glass, vessels.bottle, vessels.jar, vessels.can, vessels.pump)},
    **{f.__name__: f for f in (vessels.sprayer, vessels.aerosol, vessels.tube, vessels.shaker)},
    **{f.__name__: f for f in (vessels.planted, vessels.vase)},
    **{f.__name__: f for f in (tableware.bowl, tableware.plate, tableware.pot, tableware.pan, tableware.jug)},
    **{f.__name__: f for f in (tableware.tray, tableware.basket)},
    **{f.__name__: f for f in (packages.carton, packages.book, packages.bag, packages.roll, packages.frame)},
    **{f.__name__: f for f in (food.fruit, food.heads, food.stick, food.bread, food.ring, food.cake)},
    **{f.__name__: f for f in (tools.tool, tools.pen, tools.pair, tools.rolling, tools.small_steel)},
    **{f.__name__: f for f in (gadgets.slab, gadgets.keys, gadgets.mouse, gadgets.camera, gadgets.clock)},
    **{f.__name__: f for f in (gadgets.scales, gadgets.headset, gadgets.torch, gadgets.battery)},
    **{f.__name__: f for f in (toys.plush, toys.car, toys.figure, toys.ball, toys.block, toys.instrument)},
    **{f.__name__: f for f in (wear.shoe, wear.hat, wear.cloth, wear.cushion, wear.bar, wear.candle, wear.stand)},
}
"""Family word -> its function; its keyword parameters are what a category may set."""
