"""Prints an expression in which `s3` is a client of Amazon's own boto3: a second opinion on what is stored."""

import os
import sys

os.environ["AWS_EC2_METADATA_DISABLED"] = "true"

import boto3
from botocore.config import Config

url, access, secret, expression = sys.argv[1:]
s3 = boto3.client(
    "s3", endpoint_url=url, region_name="us-east-1", aws_access_key_id=access,
    aws_secret_access_key=secret,
    config=Config(signature_version="s3v4", s3={"addressing_style": "path"}))
print(eval(expression), end="")
