"""Running families out: worker processes or a cluster, results in Parquet files, queries (docs/explore.md)."""
